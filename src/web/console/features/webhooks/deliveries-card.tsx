import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  DELIVERED_TYPES,
  DELIVERY_STATUSES,
  type Delivery,
  type ResendDeliveriesRequest,
} from '#protocol/events.ts'
import { type Webhook, WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { deliveryLooks } from '#web/console/components/badge.tsx'
import { Button, DialogButton } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { AskDialog, DoneDialog } from '#web/console/components/dialog.tsx'
import { useBrowserFile } from '#web/console/components/export-files.tsx'
import { FilterSelects } from '#web/console/components/filter-fields.tsx'
import { FilterPanel } from '#web/console/components/filter-panel.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { NoneFound, Pager } from '#web/console/components/page.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { orgApi, useChange } from '#web/console/lib/api.ts'
import { periodChoices, sinceDatetime } from '#web/console/lib/display.ts'
import { readPages } from '#web/console/lib/export-items.ts'
import { countFilters, type FilterOf, isNarrowed, type SearchOf } from '#web/console/lib/filters.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import type { Page } from '#web/ui/ask-server.ts'
import { t } from '#web/ui/text.ts'
import { DeliveryRow } from './delivery-row.tsx'

type DeliveriesCardProps = {
  webhook: Webhook
  filter: DeliveryFilter
  /** Id of a test event that was just sent. */
  awaitedEventId: string | undefined
  onFilter: (params: SearchOf<'deliveries'>) => void
}

/** Delivery log of an endpoint: each event, the response and the next attempt. */
export function DeliveriesCard({
  webhook,
  filter,
  awaitedEventId,
  onFilter,
}: DeliveriesCardProps): ReactElement {
  const deliveries = useDeliveries(webhook.id, filter, awaitedEventId)
  const { cursor, ...params } = filter
  const file = useBrowserFile('deliveries', () =>
    readPages((page) => callDeliveries(webhook.id, { ...params, ...page })),
  )
  return (
    <Card
      title={t('Deliveries')}
      note={t('Up to ten attempts within about 75 hours, until one gets a 2xx response.')}
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <DeliveryFilters webhookId={webhook.id} filter={params} onFilter={onFilter} />
          {webhook.enabled && <ResendAll webhookId={webhook.id} filter={params} />}
          <ListMenu
            rows={deliveries.data?.content.length ?? 0}
            isPart={isNarrowed(filter) || (deliveries.data?.nextCursor ?? null) !== null}
            files={file}
          />
        </div>
      }
    >
      <Loaded query={deliveries} skeleton={<SkeletonRows rows={4} label={t('Loading the deliveries')} />}>
        {({ content: rows, nextCursor: next }) => (
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
              {...{ cursor, next }}
              href={(to) => paths.webhook.href(webhook.id, { ...params, cursor: to })}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

type DeliveryFiltersProps = {
  webhookId: string
  filter: Omit<DeliveryFilter, 'cursor'>
  onFilter: (params: SearchOf<'deliveries'>) => void
}

function DeliveryFilters({ webhookId, filter, onFilter }: DeliveryFiltersProps) {
  const types = DELIVERED_TYPES.map((value) => ({ value, label: value }))
  const statuses = DELIVERY_STATUSES.map((value) => ({ value, label: deliveryLooks()[value].label }))
  return (
    <FilterPanel count={countFilters(filter)} clear={paths.webhook.href(webhookId)}>
      <FilterSelects
        filter={filter}
        onChange={onFilter}
        selects={[
          { name: 'type', label: t('Event type'), any: t('All events'), options: types },
          { name: 'status', label: t('Status'), any: t('All statuses'), options: statuses },
          { name: 'time', label: t('Period'), any: t('Any time'), options: periodChoices() },
        ]}
      />
    </FilterPanel>
  )
}

function ResendAll({ webhookId, filter }: { webhookId: string; filter: Omit<DeliveryFilter, 'cursor'> }) {
  const { status, type, time } = filter
  if (status === 'delivered') return null
  const since = time && sinceDatetime(time, serverNowMs())
  return (
    <DialogButton
      access={WEBHOOK_ENDPOINTS.resendDeliveries}
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
      <NoneFound title={t('No delivery found')} to={paths.webhook.href(webhook.id)}>
        {t('No delivery matches these filters.')}
      </NoneFound>
    )
  }
  return (
    <EmptyState icon="inbox" title={t('No deliveries yet')}>
      {t('Send a test event to see how your receiver responds.')}
    </EmptyState>
  )
}

type DeliveryFilter = FilterOf<'deliveries'>

function callDeliveries(webhookId: string, page: DeliveryFilter & { limit: string }, signal?: AbortSignal) {
  const { time, ...rest } = page
  const query = { ...rest, sinceDatetime: time && sinceDatetime(time, serverNowMs()) }
  return orgApi.page(WEBHOOK_ENDPOINTS.listDeliveries, {
    params: { webhookId },
    query,
    ...(signal && { signal }),
  })
}

/** Poll interval while an attempt is due, in milliseconds. No live event reports its outcome. */
const DUE_INTERVAL_MS = 1_000
/**
 * Time within which the next attempt counts as due, in milliseconds. During an attempt, the next one is
 * scheduled a lease (45 seconds) later, in case the process dies.
 */
const SOON_MS = 60_000

/**
 * The live delivery log of an endpoint. `awaitedEventId` is an event that was just sent. Its delivery is
 * scheduled shortly after the service accepted it, and no live event reports that.
 */
export function useDeliveries(
  webhookId: string,
  filter: DeliveryFilter,
  awaitedEventId?: string,
): UseQueryResult<Page<Delivery[]>> {
  const calm = useRefetchInterval()
  const changesSoon = (deliveries: readonly Delivery[]) =>
    deliveries.some(
      ({ status, nextAttemptAtDatetime: at }) =>
        status === 'pending' && (at === null || Date.parse(at) - serverNowMs() < SOON_MS),
    ) ||
    (!isNarrowed(filter) &&
      awaitedEventId !== undefined &&
      deliveries.every(({ eventId }) => eventId !== awaitedEventId))
  return useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries', filter],
    queryFn: ({ signal }) => callDeliveries(webhookId, { ...filter, limit: '20' }, signal),
    refetchInterval: ({ state: { data } }) =>
      calm !== false && data !== undefined && changesSoon(data.content) ? DUE_INTERVAL_MS : calm,
  })
}

/** Sends a sample event to one endpoint. The log shows the result, found by the event's id. */
export function useTestEvent(
  webhookId: string,
): UseMutationResult<{ eventId: string }, Error, void, unknown> {
  const params = { webhookId }
  return useChange(() => orgApi.call(WEBHOOK_ENDPOINTS.sendTestEvent, { params }), ['webhooks', webhookId])
}

export function SendTestButton({ send }: { send: ReturnType<typeof useTestEvent> }): ReactElement {
  return (
    <Button tone="primary" icon="send" pending={send.isPending} onClick={() => send.mutate()}>
      {t('Send test event')}
    </Button>
  )
}

type ResendDialogProps = { webhookId: string; filter: ResendDeliveriesRequest; onClose: () => void }

/** Resends the deliveries of a filtered list, except delivered ones. */
function ResendDialog({ webhookId, filter, onClose }: ResendDialogProps) {
  const input = { params: { webhookId }, body: filter }
  const resend = useChange(
    () => orgApi.call(WEBHOOK_ENDPOINTS.resendDeliveries, input),
    ['webhooks', webhookId],
  )
  const title = t('Resend all undelivered')
  if (resend.data === undefined)
    return (
      <AskDialog
        title={title}
        purpose={t(
          'Every failed, cancelled or retrying delivery that matches the filters is sent again now. Event IDs stay the same.',
        )}
        action={t('Resend')}
        run={resend}
        onClose={onClose}
      />
    )
  const { resent, complete } = resend.data
  return (
    <DoneDialog title={title} onClose={onClose}>
      <Notice tone={resent === 0 ? 'info' : 'success'} announce>
        {t(
          '{count, plural, =0 {Nothing is left to resend.} one {# delivery queued.} other {# deliveries queued.}}',
          { count: resent },
        )}
        {!complete && <p>{t('There are more: resend again once these have been sent.')}</p>}
      </Notice>
    </DoneDialog>
  )
}
