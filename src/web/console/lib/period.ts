import { language } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'

/** The periods that lists are narrowed to, counted back from now. */
export const PERIODS = ['hour', 'day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]
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

/** The beginning of a period for the service. */
export function sinceDatetime(period: Period, nowMs: number): string {
  return new Date(nowMs - PERIOD_SECONDS[period] * 1_000).toISOString()
}

export function durationText(ms: number): string {
  return new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(ms)
}
