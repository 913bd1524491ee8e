/**
 * The upstream's `Link: rel="next"`, for a path of ours: only its query is kept, so that nobody learns or
 * follows where the service lives. Undefined when there is no next page or the header is not understood.
 */
export function nextLink(link: string | undefined, ownUrl: string): string | undefined {
  const query = nextQuery(link)
  if (query === undefined) return undefined
  const url = new URL(ownUrl)
  url.search = new URLSearchParams(query).toString()
  return `<${url.href}>; rel="next"`
}

/** The query of the next page. */
export function nextQuery(link: string | undefined): Record<string, string> | undefined {
  const address = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  if (address === undefined || !URL.canParse(address, 'http://upstream.invalid')) return undefined
  return Object.fromEntries(new URL(address, 'http://upstream.invalid').searchParams)
}
