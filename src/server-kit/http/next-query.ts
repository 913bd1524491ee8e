/** Query of the next page from another server's `Link` header. The rest of the URL is ignored. */
export function nextQuery(link: string | undefined): Record<string, string> | undefined {
  const address = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  if (address === undefined || !URL.canParse(address, 'http://upstream.invalid')) return undefined
  return Object.fromEntries(new URL(address, 'http://upstream.invalid').searchParams)
}
