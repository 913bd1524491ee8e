import { t } from '#web/ui/text.ts'

export const REPLAY_PERIODS = ['hour', 'day', 'week', 'disabled', 'chosen'] as const
export type ReplayPeriod = (typeof REPLAY_PERIODS)[number]

const SECONDS = { hour: 3_600, day: 86_400, week: 7 * 86_400 } as const

/** The periods to choose from; the one since it was disabled only where it was. */
export function replayChoices(disabledAtDatetime: string | null): { value: ReplayPeriod; label: string }[] {
  const since = { value: 'disabled', label: t('Since it was disabled') } as const
  return [
    ...(disabledAtDatetime === null ? [] : [since]),
    { value: 'hour', label: t('Last hour') },
    { value: 'day', label: t('Last 24 hours') },
    { value: 'week', label: t('Last 7 days') },
    { value: 'chosen', label: t('Since a chosen time') },
  ]
}

/** Where a replay begins; undefined for a time that was not chosen or does not exist. */
export function replayBeginning(
  { period, chosen }: { period: ReplayPeriod; chosen: string },
  { nowMs, disabledAtDatetime }: { nowMs: number; disabledAtDatetime: string | null },
): string | undefined {
  if (period === 'disabled') return disabledAtDatetime ?? undefined
  if (period !== 'chosen') return new Date(nowMs - SECONDS[period] * 1_000).toISOString()
  const chosenMs = Date.parse(chosen)
  return Number.isNaN(chosenMs) || chosenMs > nowMs ? undefined : new Date(chosenMs).toISOString()
}

/** A time as `<input type="datetime-local">` takes it: in the reader's zone, to the minute. */
export function localMinute(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}
