/**
 * How far this device's clock is ahead of the server's, in whole seconds, by the `Date` of one answer; undefined when
 * the header is missing. The answer may be a refusal: no token is sent.
 */
export async function clockOffSeconds(apiUrl: string, signal: AbortSignal): Promise<number | undefined> {
  const { headers } = await fetch(`${apiUrl}/api/widget/config`, { signal, credentials: 'omit' })
  const serverMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(serverMs) ? undefined : Math.round((Date.now() - serverMs) / 1000)
}
