import type { Language } from '#protocol/display/language.ts'
import { language } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Created once for each language: creation takes longer than a hundred uses. */
function once<Format>(make: (chosen: Language) => Format): () => Format {
  const made = new Map<Language, Format>()
  return () => {
    const format = made.get(language()) ?? make(language())
    made.set(language(), format)
    return format
  }
}

const relative = once((chosen) => new Intl.RelativeTimeFormat(chosen, { numeric: 'auto' }))
const short = once((chosen) => new Intl.DateTimeFormat(chosen, { dateStyle: 'medium', timeStyle: 'long' }))
const absolute = once((chosen) => new Intl.DateTimeFormat(chosen, { dateStyle: 'long', timeStyle: 'long' }))
const dayOfUtc = once((chosen) => new Intl.DateTimeFormat(chosen, { dateStyle: 'medium', timeZone: 'UTC' }))

/** The server's time is known to some seconds: what has happened already counts as now up to this far ahead. */
const CLOCK_SKEW_SECONDS = 15

/** `3 minutes ago`, `tomorrow`; below a minute `just now` or `in a moment`. `isDue`: nothing that has happened already. */
export function formatRelative(datetime: string, nowMs: number, isDue = false): string {
  const seconds = Math.trunc((Date.parse(datetime) - nowMs) / 1000)
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (unit === undefined) return seconds > (isDue ? 0 : CLOCK_SKEW_SECONDS) ? t('in a moment') : t('just now')
  return relative().format(Math.trunc(seconds / unit[1]), unit[0])
}

/** The full date and time in the reader's time zone, with the zone's name. */
export function formatAbsolute(datetime: string): string {
  return absolute().format(new Date(datetime))
}

/** The same in short, for lists. */
export function formatShort(datetime: string): string {
  return short().format(new Date(datetime))
}

/** The reader's time zone, such as `Europe/Berlin`. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const SPANS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A length of time in its two largest units, such as `2 minutes 5 seconds`. */
export function spanText(seconds: number): string {
  const parts: string[] = []
  let rest = Math.max(Math.floor(seconds), 0)
  for (const [unit, size] of SPANS) {
    const count = Math.floor(rest / size)
    rest %= size
    const isEmpty = count === 0 && !(unit === 'second' && parts.length === 0)
    if (isEmpty || parts.length === 2) continue
    parts.push(new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(count))
  }
  return parts.join(' ')
}

/** A day of UTC, such as `2026-11-22`: the same for every reader. */
export function formatDay(day: string): string {
  return dayOfUtc().format(new Date(`${day}T00:00:00Z`))
}

const SOON_MS = 60_000

/** When something is tried again; also while that time has come and the try is under way. */
export function nextTryText(datetime: string, nowMs: number): string {
  const isSoon = Date.parse(datetime) - nowMs < SOON_MS
  return isSoon
    ? t('The next attempt is in a moment.')
    : t('The next attempt is {when}.', { when: formatRelative(datetime, nowMs) })
}
