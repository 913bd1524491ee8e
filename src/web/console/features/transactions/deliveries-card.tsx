import type { TransactionDelivery } from '#protocol/organization-transactions.ts'
import { StateBadge, type Look } from '#web/console/components/badge.tsx'
import { Card } from '#web/console/components/card.tsx'
import { formatRelative } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'

function lookOf({ status, attempts }: TransactionDelivery): Look {
  switch (status) {
    case 'pending':
      return attempts.length > 0
        ? { tone: 'warning', label: t('Retrying') }
        : { tone: 'info', label: t('Pending') }
    case 'delivered':
      return { tone: 'success', label: t('Delivered') }
    case 'failed':
      return { tone: 'danger', label: t('Failed') }
    case 'cancelled':
      return { tone: 'neutral', label: t('Cancelled') }
  }
}

/** The webhook deliveries of a transaction. `null`: the service does not report them. */
export function DeliveriesCard({ deliveries }: { deliveries: readonly TransactionDelivery[] | null }) {
  if (deliveries === null) {
    return (
      <Card title={t('Webhook deliveries')}>
        <p className="text-sm text-muted">
          {t('The hosted service does not report its webhook deliveries. Look for them in your own backend.')}
        </p>
      </Card>
    )
  }
  if (deliveries.length === 0) {
    return (
      <Card title={t('Webhook deliveries')}>
        <p className="text-sm text-muted">
          {t(
            'None. Events from before an endpoint was registered are not sent, and there is no event while a transaction waits for approval.',
          )}
        </p>
      </Card>
    )
  }
  return (
    <Card title={t('Webhook deliveries')} flush>
      <ul className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Card>
  )
}

function Delivery({ delivery }: { delivery: TransactionDelivery }) {
  const { nextAttemptAtDatetime: nextAt } = delivery
  const nowMs = useNow()
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <code className="mr-auto font-mono text-sm">{delivery.type}</code>
        <StateBadge {...lookOf(delivery)} />
      </div>
      <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">{delivery.url}</p>
      <p className="text-sm text-muted">
        {attemptText(delivery)} {nextAt !== null && nextTryText(nextAt, nowMs)}
      </p>
    </li>
  )
}

/** A delivery's number of attempts, and the result of the last one. */
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

/** When a delivery is retried. */
export function nextTryText(nextAttemptAtDatetime: string, nowMs: number): string {
  const isSoon = Date.parse(nextAttemptAtDatetime) - nowMs < SOON_MS
  return isSoon
    ? t('The next attempt is in a moment.')
    : t('The next attempt is {when}.', { when: formatRelative(nextAttemptAtDatetime, nowMs) })
}
