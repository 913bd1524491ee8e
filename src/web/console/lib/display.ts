import type { Language } from '#protocol/display/language.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { EXTERNAL_USER_LABEL_LENGTH_MAX, LABEL_LENGTH_MAX } from '#protocol/limits.ts'
import { formatUnits, withoutTrailingZeros } from '#protocol/money.ts'
import type { Role } from '#protocol/roles.ts'
import { language, t, formatExact } from '#web/ui/text.ts'

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Creates a format once per language, because creation takes longer than a hundred uses. */
function once<Format>(make: (chosen: Language) => Format): () => Format {
  const made = new Map<Language, Format>()
  return () => {
    const format = made.get(language()) ?? make(language())
    made.set(language(), format)
    return format
  }
}

const relative = once((chosen) => new Intl.RelativeTimeFormat(chosen, { numeric: 'auto' }))
const DAY = { month: 'short', day: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const
const YEAR = { year: 'numeric' } as const
const UTC = { timeZone: 'UTC' } as const
const makeFormat = (options: Intl.DateTimeFormatOptions) =>
  once((chosen) => new Intl.DateTimeFormat(chosen, options))
const short = makeFormat({ ...DAY, ...TIME })
const shortWithYear = makeFormat({ ...DAY, ...YEAR, ...TIME })
const absolute = makeFormat({ ...DAY, ...YEAR, ...TIME, second: '2-digit' })
const dayOfUtc = makeFormat({ ...DAY, ...UTC })
const dayOfUtcWithYear = makeFormat({ ...DAY, ...YEAR, ...UTC })

/** Tolerated clock difference, in seconds. A past event up to this far in the future reads as now. */
const CLOCK_SKEW_SECONDS = 15

/**
 * Relative time such as `3 minutes ago` or `tomorrow`. Below a minute: `just now` or `in a moment`. `isDue`:
 * the time is a deadline, so a time in the future never reads as now.
 */
export function formatRelative(datetime: string, nowMs: number, isDue = false): string {
  const seconds = Math.trunc((Date.parse(datetime) - nowMs) / 1000)
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (unit === undefined) return seconds > (isDue ? 0 : CLOCK_SKEW_SECONDS) ? t('in a moment') : t('just now')
  return relative().format(Math.trunc(seconds / unit[1]), unit[0])
}

const HOUR_MS = 3_600_000

/**
 * Time at which something ends. Relative within an hour, else the date, because `in 2 months` could mean 89
 * days.
 */
export function formatDue(datetime: string, nowMs: number): string {
  const isFar = Date.parse(datetime) - nowMs > HOUR_MS
  return isFar ? formatShort(datetime, nowMs) : formatRelative(datetime, nowMs, true)
}

/** Date and time to the second in the reader's time zone, such as `Nov 28, 2026, 08:16:49 UTC`. */
export function formatAbsolute(datetime: string): string {
  return absolute().format(new Date(datetime))
}

/**
 * Date and time in the reader's time zone, such as `Nov 28, 08:16 UTC`. Includes the year unless it is the current
 * one.
 */
export function formatShort(datetime: string, nowMs: number = Date.now()): string {
  const at = new Date(datetime)
  const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear()
  return (isThisYear ? short() : shortWithYear()).format(at)
}

/** The reader's time zone, such as `Europe/Berlin`. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const SPANS = [...UNITS.slice(3), ['second', 1] as const]

/** A duration in its two largest units, such as `2 minutes 5 seconds`. */
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

/**
 * Formats a UTC day such as `2026-11-22` as `Nov 22`. The day is the same for every reader. Includes the year unless
 * it is the current one.
 */
export function formatDay(day: string, nowMs: number = Date.now()): string {
  const at = new Date(`${day}T00:00:00Z`)
  const isThisYear = at.getUTCFullYear() === new Date(nowMs).getUTCFullYear()
  return (isThisYear ? dayOfUtc() : dayOfUtcWithYear()).format(at)
}

const SOON_MS = 60_000

/** Time of the next retry. Also used after that time, while the retry is in progress. */
export function nextTryText(datetime: string, nowMs: number): string {
  const isSoon = Date.parse(datetime) - nowMs < SOON_MS
  return isSoon
    ? t('The next attempt is in a moment.')
    : t('The next attempt is {when}.', { when: formatRelative(datetime, nowMs) })
}

/** A number in the chosen language, such as 1,234 or 1.234. */
export function formatNumber(value: number | bigint): string {
  return new Intl.NumberFormat(language()).format(value)
}

/** Maximum decimals in overviews. The transaction page shows the exact number. */
const DECIMALS_SHOWN = 8

/** Base units with a symbol, cut to `decimalsShown` decimals. A value above zero never reads as zero. */
export function shortAmount(
  units: bigint,
  decimals: number,
  symbol: string,
  decimalsShown = DECIMALS_SHOWN,
): string {
  const [whole = '0', fraction = ''] = formatUnits(units, decimals).split('.')
  const shown = withoutTrailingZeros(fraction.slice(0, decimalsShown))
  if (units > 0n && whole === '0' && shown === '')
    return `< ${formatExact(`0.${'0'.repeat(decimalsShown - 1)}1`)} ${symbol}`
  return `${formatExact(shown === '' ? whole : `${whole}.${shown}`)} ${symbol}`
}

/** Periods for filtering lists, counted back from now. */
export const PERIODS = ['hour', 'day', 'week', 'month'] as const
type Period = (typeof PERIODS)[number]
const PERIOD_SECONDS: Record<Period, number> = {
  hour: 3_600,
  day: 86_400,
  week: 7 * 86_400,
  month: 30 * 86_400,
}

export const periodChoices = (): { value: Period; label: string }[] => [
  { value: 'hour', label: t('Last hour') },
  { value: 'day', label: t('Last 24 hours') },
  { value: 'week', label: t('Last 7 days') },
  { value: 'month', label: t('Last 30 days') },
]

/** Start of a period as a datetime for the service. */
export function sinceDatetime(period: Period, nowMs: number): string {
  return new Date(nowMs - PERIOD_SECONDS[period] * 1_000).toISOString()
}

export function durationText(ms: number): string {
  return new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(ms)
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** A day such as `2026-11-22`. Undefined for other text and for days that do not exist. */
export function parseDay(text: string | null): string | undefined {
  if (text === null || !DAY_PATTERN.test(text)) return undefined
  const { month, midnight } = findMidnight(text, 0)
  return midnight.getMonth() === month - 1 ? text : undefined
}

/** Midnight in the reader's time zone, `daysLater` days after `day`. */
export function startOfDay(day: string, daysLater: number): string {
  return findMidnight(day, daysLater).midnight.toISOString()
}

function findMidnight(day: string, daysLater: number) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { month, midnight: new Date(year, month - 1, date + daysLater) }
}

// Others choose these names, so text that could deceive a reader is removed.

/** Display name of a person or an organization. */
export const displayName = (name: string): string => harmlessText(name, 100).text

/** Display label of a wallet, a key, an integration or anything else whose label has at most `lengthMax` characters. */
export const displayLabel = (label: string, lengthMax = LABEL_LENGTH_MAX): string =>
  harmlessText(label, lengthMax).text

export const endUserLabel = (label: string): string =>
  harmlessText(label, EXTERNAL_USER_LABEL_LENGTH_MAX).text

/** Display name of a token or a collection. */
export const tokenName = (name: string): string => harmlessText(name, 60).text

export const tokenSymbol = (symbol: string): string => harmlessText(symbol, 20).text

export const walletName = ({ label }: { label: string }): string => displayLabel(label) || t('Unnamed wallet')

export const roleName = (role: Role): string =>
  ({ owner: t('Owner'), admin: t('Admin'), operator: t('Operator'), 'read-only': t('Read-only') })[role]

/** The permissions of a role, in one sentence. */
export function roleNote(role: Role): string {
  return {
    owner: t('Everything, including adding and removing owners and admins.'),
    admin: t(
      'API keys, domains, webhooks, integrations, tokens and fees. Invites operators and read-only members.',
    ),
    operator: t('Creates wallets, prepares and sends transactions, resends webhooks. Changes no settings.'),
    'read-only': t('Views everything except secrets. Changes nothing.'),
  }[role]
}

/** Names the members with at least this role, such as “Owners and admins”. */
export function thoseWhoReach(role: Role): string {
  return {
    owner: t('For owners'),
    admin: t('For owners and admins'),
    operator: t('For owners, admins and operators'),
    'read-only': t('For everyone'),
  }[role]
}
