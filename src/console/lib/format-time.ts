const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })
const short = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' })

/** The clocks of a server and a browser differ by seconds: what lies this little ahead has just happened. */
const CLOCK_SKEW_SECONDS = 15

/** `3 minutes ago`, `tomorrow`; below a minute `just now` or `in a moment`. */
export function formatRelative(datetime: string, nowMs: number): string {
  const seconds = Math.trunc((Date.parse(datetime) - nowMs) / 1000)
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (unit === undefined) return seconds > CLOCK_SKEW_SECONDS ? 'in a moment' : 'just now'
  return relative.format(Math.trunc(seconds / unit[1]), unit[0])
}

/** The full date and time in the reader's time zone, with the zone's name. */
export function formatAbsolute(datetime: string): string {
  return absolute.format(new Date(datetime))
}

/** The date and the time to the second, where many stand below each other. */
export function formatShort(datetime: string): string {
  return short.format(new Date(datetime))
}
