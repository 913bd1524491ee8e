const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day such as `2026-11-22`; `undefined` for anything else, and for a day that does not exist. */
export function dayOf(text: string | null): string | undefined {
  if (text === null || !DAY.test(text)) return undefined
  const { month, midnight } = midnightOf(text, 0)
  return midnight.getMonth() === month - 1 ? text : undefined
}

/** Midnight of a day in the reader's time zone, so many days later. */
export function startOfDay(day: string, daysLater: number): string {
  return midnightOf(day, daysLater).midnight.toISOString()
}

function midnightOf(day: string, daysLater: number) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { month, midnight: new Date(year, month - 1, date + daysLater) }
}
