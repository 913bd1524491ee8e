import type { TransactionDelivery } from '#protocol/org/organization-transactions.ts'
import { formatRelative } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'

/** How often a delivery was tried, and what came of the last time. */
export function attemptText({ attempts }: Pick<TransactionDelivery, 'attempts'>): string {
  const [last] = attempts
  if (last === undefined) return t('Not attempted yet.')
  const { responseStatus, problem, durationMs } = last
  const values = { count: attempts.length, durationMs }
  if (responseStatus !== null) {
    return t(
      '{count, plural, one {# attempt} other {# attempts}}, the last answered with {status} after {durationMs} ms.',
      { ...values, status: String(responseStatus) },
    )
  }
  if (problem === null) {
    return t(
      '{count, plural, one {# attempt} other {# attempts}}, the last without an answer after {durationMs} ms.',
      values,
    )
  }
  return t(
    '{count, plural, one {# attempt} other {# attempts}}, the last without an answer ({problem}) after {durationMs} ms.',
    { ...values, problem },
  )
}

const SOON_MS = 60_000

/** When a delivery is tried again. */
export function nextTryText(nextAttemptAtDatetime: string, nowMs: number): string {
  const isSoon = Date.parse(nextAttemptAtDatetime) - nowMs < SOON_MS
  return isSoon
    ? t('The next attempt is in a moment.')
    : t('The next attempt is {when}.', { when: formatRelative(nextAttemptAtDatetime, nowMs) })
}
