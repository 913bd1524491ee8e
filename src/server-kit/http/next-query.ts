/** The query of the next page that another server's `Link` names: nothing of its address is used. */
export function nextQuery(link: string | undefined): Record<string, string> | undefined {
  const address = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  if (address === undefined || !URL.canParse(address, 'http://upstream.invalid')) return undefined
  return Object.fromEntries(new URL(address, 'http://upstream.invalid').searchParams)
}
