import { useState } from 'react'
import * as z from 'zod/mini'
import { choice, readSearch, text } from '#web/console/lib/read-search.ts'
import { DELIVERED_TYPES, DELIVERY_STATUSES, type Delivery } from '#protocol/events.ts'
import { type Webhook, WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { ButtonLink, Button, DialogButton, TextLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import type { Option } from '#web/console/components/field.tsx'
import { type DeliveriesSearchParams, paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { problemText } from './webhook-words.ts'
import { StateBadge, deliveryLooks, deliveryLook } from '#web/console/components/badge.tsx'
import { NextTry, TimeAgo } from '#web/console/components/values.tsx'
import { PERIODS, periodChoices, sinceDatetime } from '#web/console/lib/period.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { ResendDialog } from './resend-dialog.tsx'
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
  onFilter: (params: DeliveriesSearchParams) => void
}

/** The delivery log of an endpoint: each event, its answer, its next attempt. */
export function DeliveriesCard({ webhook, filter, awaitedEventId, onFilter }: DeliveriesCardProps) {
  const deliveries = useDeliveries(webhook.id, filter, awaitedEventId)
  const { cursor, ...params } = filter
  return (
    <Card
      title={t('Deliveries')}
      note={t('Up to ten attempts within about 75 hours, until one is answered with 2xx.')}
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <DeliveryFilters filter={params} onFilter={onFilter} />
          {webhook.enabled && <ResendAll webhookId={webhook.id} filter={params} />}
        </div>
      }
    >
      <Loaded query={deliveries} skeleton={<SkeletonRows rows={4} label={t('Loading the deliveries')} />}>
        {({ deliveries: rows, nextCursor }) => (
          <>
            {rows.length === 0 ? (
              <NoDeliveries webhook={webhook} isFiltered={isNarrowed(filter)} />
            ) : (
              <ul aria-label={t('Deliveries, newest first')} className="divide-y divide-line">
                {rows.map((delivery) => (
                  <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </ul>
            )}
            <Pager
              newest={cursor === undefined ? null : paths.webhook.href(webhook.id, params)}
              older={
                nextCursor === null ? null : paths.webhook.href(webhook.id, { ...params, cursor: nextCursor })
              }
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

type Narrowing = Omit<DeliveryFilter, 'cursor'>
type DeliveryFiltersProps = { filter: Narrowing; onFilter: DeliveriesCardProps['onFilter'] }

/** Each change starts at the newest again. */
function DeliveryFilters({ filter, onFilter }: DeliveryFiltersProps) {
  const select = (name: keyof Narrowing, label: string, any: string, options: Option[]) => (
    <SmallSelect
      label={label}
      value={filter[name]}
      onChange={(value) => onFilter({ ...filter, [name]: value })}
      any={any}
      options={options}
    />
  )
  const types = DELIVERED_TYPES.map((value) => ({ value, label: value }))
  const statuses = DELIVERY_STATUSES.map((value) => ({ value, label: deliveryLooks()[value].label }))
  return (
    <>
      {select('type', t('Event type'), t('Any event'), types)}
      {select('status', t('Status'), t('Any status'), statuses)}
      {select('time', t('Period'), t('Any time'), periodChoices())}
    </>
  )
}

function ResendAll({ webhookId, filter }: { webhookId: string; filter: Narrowing }) {
  const { status, type, time } = filter
  if (status === 'delivered') return null
  const since = time && sinceDatetime(time, serverNowMs())
  return (
    <DialogButton
      route="POST /api/org/webhooks/:webhookId/resend"
      silent
      icon="refresh"
      dialog={(close) => (
        <ResendDialog webhookId={webhookId} filter={{ status, type, sinceDatetime: since }} onClose={close} />
      )}
    >
      {t('Resend all undelivered')}
    </DialogButton>
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
        {t('No delivery matches these filters.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="inbox" title={t('No deliveries yet')}>
      {t('Send a test event to see how your receiver responds.')}
    </EmptyState>
  )
}

type DeliveryRowProps = {
  webhook: Pick<Webhook, 'id' | 'url' | 'enabled'>
  delivery: Delivery
  /** On a transaction's page, where the endpoint is not clear. */
  isOnTransaction?: boolean
}

/** One event's delivery to one endpoint: its state, and behind it each attempt. */
export function DeliveryRow({ webhook, delivery, isOnTransaction = false }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="px-4 py-3" data-delivery={delivery.id}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <details
          className="group/row min-w-0 flex-1 basis-64"
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-sm">
            <Icon name="next" className="size-3.5 text-faint transition-transform group-open/row:rotate-90" />
            <code className="font-mono text-sm">{delivery.type}</code>
            <StateBadge {...deliveryLook(delivery)} />
            <span className="basis-full pl-6 text-sm text-muted">
              <TimeAgo datetime={delivery.createdAtDatetime} /> · <Outcome delivery={delivery} />
            </span>
          </summary>
          {isOpen && <DeliveryDetails {...{ webhook, delivery, isOnTransaction }} />}
        </details>
        {webhook.enabled && (
          <ChangeButton
            route="POST /api/org/webhooks/:webhookId/deliveries/:deliveryId/resend"
            silent
            icon="refresh"
            change={() => resendDelivery(webhook.id, delivery.id)}
            aria-label={t('Resend {event}', { event: delivery.eventId })}
          >
            {t('Resend')}
          </ChangeButton>
        )}
      </div>
      {isOnTransaction && (
        <TextLink
          to={paths.webhook.href(webhook.id, { type: delivery.type })}
          className="mt-1 ml-6 block w-fit py-1 break-all"
        >
          {webhook.url}
        </TextLink>
      )}
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

const filterSchema = z.object({
  type: choice(DELIVERED_TYPES),
  status: choice(DELIVERY_STATUSES),
  time: choice(PERIODS),
  cursor: text(500),
})
export type DeliveryFilter = z.output<typeof filterSchema>

export const readDeliveryFilter = (search: URLSearchParams): DeliveryFilter =>
  readSearch(filterSchema, search)

const isNarrowed = (filter: DeliveryFilter) => Object.values(filter).some((one) => one !== undefined)

const LIMIT = '20'

const deliveriesQuery = (webhookId: string, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', filter],
    queryFn: async ({ signal }) => {
      const { time, ...rest } = filter
      const since = time && sinceDatetime(time, serverNowMs())
      const { content, nextCursor } = await callPage('/api/org', WEBHOOK_ENDPOINTS.listDeliveries, {
        params: { webhookId },
        query: { ...rest, sinceDatetime: since, limit: LIMIT },
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
  const changesSoon = (deliveries: readonly Delivery[]) =>
    deliveries.some(isDue) ||
    (!isNarrowed(filter) &&
      awaitedEventId !== undefined &&
      deliveries.every(({ eventId }) => eventId !== awaitedEventId))
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
