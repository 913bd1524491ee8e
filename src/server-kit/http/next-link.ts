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

/** The query of the next page that another server's `Link` names: nothing of its address is used. */
export function nextQuery(link: string | undefined): Record<string, string> | undefined {
  const address = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  if (address === undefined || !URL.canParse(address, 'http://upstream.invalid')) return undefined
  return Object.fromEntries(new URL(address, 'http://upstream.invalid').searchParams)
}
