import type { Validity } from './message-reading.ts'

/** End of the year 9999, in Unix seconds. A screen cannot display later times as dates. */
const LAST_SECONDS = 253_402_300_799n

/** Parses two texts of Unix times in seconds. */
export function readValidity(after: string, before: string): Validity {
  const [from, until] = [BigInt(after), BigInt(before)]
  return {
    ...(from > 0n && { afterMs: Number(from < LAST_SECONDS ? from : LAST_SECONDS) * 1_000 }),
    ...(until <= LAST_SECONDS && { beforeMs: Number(until) * 1_000 }),
  }
}
