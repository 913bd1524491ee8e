const SECONDS = /^[0-9]{1,10}$/

/**
 * Milliseconds to wait after `now`, from a Retry-After header in whole seconds or as a date. Null if the header is
 * missing, malformed or in the past. Source: RFC 9110 10.2.3.
 */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  const text = header.trim()
  const waitMs = SECONDS.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return waitMs > 0 ? waitMs : null
}
