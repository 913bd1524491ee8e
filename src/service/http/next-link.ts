/** A `Link` header to the next page: `path` below the deployment's address, without the absent parameters. */
export function nextLink(
  publicUrl: string,
  path: string,
  parameters: Record<string, string | undefined>,
): { link: string } {
  const url = new URL(publicUrl + path)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return { link: `<${url.href}>; rel="next"` }
}
