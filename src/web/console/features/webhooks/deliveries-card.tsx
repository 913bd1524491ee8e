import { DELIVERY_STATUSES } from '#protocol/org/deliveries.ts'
import type { Webhook } from '#protocol/org/webhooks.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { type DeliveryFilter, useDeliveries } from './deliveries.ts'
import { deliveryLooks } from './webhook-words.ts'

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
        <SmallSelect label={t('Status')} value={status ?? ''} onChange={onFilter}>
          <option value="">{t('Any status')}</option>
          {DELIVERY_STATUSES.map((one) => (
            <option key={one} value={one}>
              {deliveryLooks()[one].label}
            </option>
          ))}
        </SmallSelect>
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
