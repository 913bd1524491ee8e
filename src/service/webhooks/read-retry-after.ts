const SECONDS = /^[0-9]{1,10}(?:\.[0-9]{1,9})?$/
/** The three forms of an HTTP date (RFC 9110 5.6.7), and a date in ISO 8601 with its zone. */
const DATE = /^(?:[A-Z][a-z]{2,8},? [\w: -]{15,30}|\d{4}-\d{2}-\d{2}T[\d:.]{5,18}(?:Z|[+-]\d{2}:\d{2}))$/

/**
 * Milliseconds to wait after `now`, from a Retry-After header in seconds or as a date. Null if the header is missing,
 * malformed or in the past. `Date.parse` alone takes "49.9" for the year 2049. Source: RFC 9110 10.2.3.
 */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | null {
  const [first] = [header].flat()
  const text = first?.trim() ?? ''
  const waitMs = SECONDS.test(text) ? Math.ceil(Number(text) * 1_000) : readDate(text) - now.getTime()
  return waitMs > 0 ? waitMs : null
}

/** Unix milliseconds. NaN if the text is not a date. */
function readDate(text: string): number {
  if (!DATE.test(text)) return Number.NaN
  // The oldest form has no zone and means UTC, as the others do.
  return Date.parse(/(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text} GMT`)
}
