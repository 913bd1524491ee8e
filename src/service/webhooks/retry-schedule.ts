const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Waiting times after each failed attempt but the last: ten attempts within 75 h 35 min (Standard Webhooks 1.0). */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** Each waiting time is stretched or shortened by up to this share, so that a mass of retries spreads out. */
const JITTER = 0.05

/**
 * How long to wait after the attempt with this number (1 is the first), or `undefined` after the last.
 * @param random from 0 to 1
 */
export function retryDelayMs(attempt: number, random: number): number | undefined {
  const delayMs = RETRY_DELAYS_MS[attempt - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + JITTER * (2 * random - 1)))
}
