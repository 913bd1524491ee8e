import type { Overview } from '#protocol/overview.ts'
import { formatNumber } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'

/** The counts of a period and of the previous period of the same length. */
type Trend = Overview['transactions']['day']

/** The sentences for a change by an amount. */
type TrendTexts = { more: string; less: string }

/** A change compared with the previous 24 hours. */
export function dayTrend({ count, before }: Trend): string {
  const by = formatNumber(Math.abs(count - before))
  return trendText(BigInt(count - before), {
    more: t('+{by} vs previous 24 h', { by }),
    less: t('−{by} vs previous 24 h', { by }),
  })
}

/** A change of a count compared with the previous 30 days. */
export function monthTrend({ count, before }: Trend): string {
  return trendText(BigInt(count - before), monthTrends(formatNumber(Math.abs(count - before))))
}

/** The sentences for a change by an amount compared with the previous 30 days. */
export function monthTrends(by: string): TrendTexts {
  return {
    more: t('+{by} vs previous 30 days', { by }),
    less: t('−{by} vs previous 30 days', { by }),
  }
}

export function trendText(change: bigint, { more, less }: TrendTexts): string {
  if (change === 0n) return t('No change')
  return change > 0n ? more : less
}
