import { DELIVERY_STATUSES, type Delivery } from '#protocol/events.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { type DeliveryFilter, useDeliveries } from './deliveries.ts'
import { deliveryLooks, durationText, problemText, deliveryLook } from './webhook-words.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatShort } from '#web/console/lib/format-time.ts'
import { resendDelivery } from './webhook-requests.ts'
import { ChangeButton } from '#web/console/components/change-button.tsx'

type DeliveriesCardProps = {
  webhook: Webhook
  filter: DeliveryFilter
  /** A test event that was just sent. */
  awaitedEventId: string | undefined
  onFilter: (status: string) => void
}

/** The delivery log of an endpoint: each event, its answer, its next attempt. */
export function DeliveriesCard({ webhook, filter, awaitedEventId, onFilter }: DeliveriesCardProps) {
  const deliveries = useDeliveries(webhook.id, filter, awaitedEventId)
  const { cursor, status } = filter
  return (
    <Card
      title={t('Deliveries')}
      note={t('Up to ten attempts within about 75 hours, until one is answered with 2xx.')}
      flush
      actions={
        <SmallSelect
          label={t('Status')}
          value={status}
          onChange={onFilter}
          any={t('Any status')}
          options={DELIVERY_STATUSES.map((value) => ({ value, label: deliveryLooks()[value].label }))}
        />
      }
    >
      <Loaded query={deliveries} skeleton={<SkeletonRows rows={4} label={t('Loading the deliveries')} />}>
        {({ deliveries: rows, nextCursor }) => (
          <>
            {rows.length === 0 ? (
              <NoDeliveries webhook={webhook} isFiltered={status !== undefined || cursor !== undefined} />
            ) : (
              <ul aria-label={t('Deliveries, newest first')} className="divide-y divide-line">
                {rows.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    webhookId={webhook.id}
                    delivery={delivery}
                    canSend={webhook.enabled}
                  />
                ))}
              </ul>
            )}
            <Pager
              newest={cursor === undefined ? null : paths.webhook.href(webhook.id, { status })}
              older={
                nextCursor === null ? null : paths.webhook.href(webhook.id, { status, cursor: nextCursor })
              }
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function NoDeliveries({ webhook, isFiltered }: { webhook: Webhook; isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title={t('No delivery found')}
        action={<ButtonLink to={paths.webhook.href(webhook.id)}>{t('Show all')}</ButtonLink>}
      >
        {t('No delivery has this status.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="inbox" title={t('No deliveries yet')}>
      {t('Send a test event to see how your receiver responds.')}
    </EmptyState>
  )
}

type DeliveryRowProps = { webhookId: string; delivery: Delivery; canSend: boolean }

/** One event's delivery to one endpoint: its state, and behind it each attempt. */
function DeliveryRow({ webhookId, delivery, canSend }: DeliveryRowProps) {
  return (
    <li className="px-4 py-3" data-delivery={delivery.id}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <details className="group min-w-0 flex-1 basis-64">
          <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-sm">
            <Icon name="next" className="size-3.5 text-faint transition-transform group-open:rotate-90" />
            <code className="font-mono text-sm">{delivery.type}</code>
            <StateBadge {...deliveryLook(delivery)} />
            <span className="text-sm text-muted">
              <TimeAgo datetime={delivery.createdAtDatetime} />
            </span>
            <span className="basis-full pl-6 text-sm text-muted">
              <TimeAgo datetime={delivery.createdAtDatetime} /> · <Outcome delivery={delivery} />
            </span>
          </summary>
          <Attempts delivery={delivery} />
        </details>
        {canSend && (
          <ChangeButton
            route="POST /api/org/webhooks/:webhookId/deliveries/:deliveryId/resend"
            silent
            icon="refresh"
            change={() => resendDelivery(webhookId, delivery.id)}
            list={['webhooks', webhookId]}
            aria-label={t('Resend {event}', { event: delivery.eventId })}
          >
            {t('Resend')}
          </ChangeButton>
        )}
      </div>
    </li>
  )
}

function Outcome({ delivery }: { delivery: Delivery }) {
  const [last] = delivery.attempts
  const { nextAttemptAtDatetime: next } = delivery
  return (
    <>
      {last === undefined ? t('Not attempted yet.') : <>{problemText(last)}. </>}
      {last !== undefined &&
        t('{count, plural, one {# attempt} other {# attempts}}.', { count: delivery.attempts.length })}{' '}
      {next !== null && last !== undefined && (
        <Rich text="The next attempt is {when}." parts={{ when: <TimeAgo datetime={next} /> }} />
      )}
    </>
  )
}

function Attempts({ delivery }: { delivery: Delivery }) {
  return (
    <div className="mt-3 pl-6">
      <p className="text-sm text-muted">
        {t('Event')} <code className="font-mono text-xs break-all text-ink">{delivery.eventId}</code>
        <CopyButton text={delivery.eventId} what={t('event id')} />
      </p>
      {delivery.attempts.length > 0 && (
        <ol className="mt-2 border-l border-line" aria-label={t('Attempts, newest first')}>
          {delivery.attempts.map((attempt) => (
            <li key={attempt.attemptedAtDatetime} className="relative py-1.5 pl-4 text-sm">
              <span
                aria-hidden="true"
                className={`absolute top-3 -left-1 size-2 rounded-full ${attempt.delivered ? 'bg-success-solid' : 'bg-danger-solid'}`}
              />
              <span className="font-medium">{problemText(attempt)}</span>{' '}
              <span className="text-muted">
                {t('after {duration}', { duration: durationText(attempt.durationMs) })} ·{' '}
                <time dateTime={attempt.attemptedAtDatetime}>{formatShort(attempt.attemptedAtDatetime)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
