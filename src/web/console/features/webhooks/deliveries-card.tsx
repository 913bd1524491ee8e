import * as z from 'zod/mini'
import { choice, readSearch, text } from '#web/console/lib/read-search.ts'
import { DELIVERY_STATUSES, type Delivery } from '#protocol/events.ts'
import { type Webhook, WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { ButtonLink, Button } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { durationText, problemText } from './webhook-words.ts'
import { StateBadge, deliveryLooks, deliveryLook } from '#web/console/components/badge.tsx'
import { CopyButton, NextTry, TimeAgo } from '#web/console/components/values.tsx'
import { formatShort } from '#web/console/lib/format-time.ts'
import { resendDelivery, sendTestEvent } from './webhook-requests.ts'
import { ChangeButton } from '#web/console/components/notice.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callPage } from '#web/console/lib/api.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { Icon } from '#web/console/components/icon.tsx'

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
      {next !== null && last !== undefined && <NextTry datetime={next} />}
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

const filterSchema = z.object({ status: choice(DELIVERY_STATUSES), cursor: text(500) })
export type DeliveryFilter = z.output<typeof filterSchema>

export const readDeliveryFilter = (search: URLSearchParams): DeliveryFilter =>
  readSearch(filterSchema, search)

const LIMIT = '20'

const deliveriesQuery = (webhookId: string, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', filter],
    queryFn: async ({ signal }) => {
      const { content, nextCursor } = await callPage('/api/org', WEBHOOK_ENDPOINTS.listDeliveries, {
        params: { webhookId },
        query: { ...filter, limit: LIMIT },
        signal,
      })
      return { deliveries: content, nextCursor }
    },
  })

/** While an attempt is due the log is polled: no live event reports its outcome. */
const DUE_INTERVAL_MS = 1_000
/** A running attempt has its next one a lease (45 seconds) later, in case its process dies. */
const SOON_MS = 60_000

/**
 * The live delivery log of an endpoint. `awaitedEventId` is an event that was just sent: its delivery is scheduled a
 * moment after the service has accepted it, and no live event reports it.
 */
export function useDeliveries(webhookId: string, filter: DeliveryFilter, awaitedEventId?: string) {
  const calm = useRefetchInterval()
  const isWhole = filter.status === undefined && filter.cursor === undefined
  const changesSoon = (deliveries: readonly Delivery[]) =>
    deliveries.some(isDue) ||
    (isWhole && awaitedEventId !== undefined && deliveries.every(({ eventId }) => eventId !== awaitedEventId))
  return useQuery({
    ...deliveriesQuery(webhookId, filter),
    refetchInterval: ({ state: { data } }) =>
      calm !== false && data !== undefined && changesSoon(data.deliveries) ? DUE_INTERVAL_MS : calm,
  })
}

function isDue({ status, nextAttemptAtDatetime: at }: Delivery): boolean {
  return status === 'pending' && (at === null || Date.parse(at) - serverNowMs() < SOON_MS)
}

/** Sends a sample to one endpoint; the log shows the result. */
export function useTestEvent(webhookId: string) {
  return useChange(() => sendTestEvent(webhookId), ['webhooks', webhookId])
}

export function SendTestButton({ send }: { send: ReturnType<typeof useTestEvent> }) {
  return (
    <Button tone="primary" icon="send" pending={send.isPending} onClick={() => send.mutate()}>
      {t('Send test event')}
    </Button>
  )
}
