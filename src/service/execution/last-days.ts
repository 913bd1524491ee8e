const DAY_MS = 86_400_000

/** Returns the last `count` UTC days as `YYYY-MM-DD`, oldest first, including the day of `now`. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
