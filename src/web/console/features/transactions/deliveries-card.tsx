import type { ReactNode, ReactElement } from 'react'
import type { TransactionDelivery } from '#protocol/transaction-timeline.ts'
import { Card } from '#web/console/components/card.tsx'
import { t } from '#web/ui/text.ts'

type DeliveriesCardProps = {
  /** Null if the service does not report them. */
  deliveries: readonly TransactionDelivery[] | null
  row: (delivery: TransactionDelivery) => ReactNode
}

export function DeliveriesCard({ deliveries, row }: DeliveriesCardProps): ReactElement {
  const rows = deliveries ?? []
  return (
    <Card title={t('Webhook deliveries')} flush={rows.length > 0}>
      {rows.length === 0 && (
        <p className="text-sm text-muted">
          {deliveries === null
            ? t(
                'The hosted service does not report its webhook deliveries. Look for them in your own backend.',
              )
            : t(
                'None. Events from before an endpoint was registered are not sent, and there is no event while a transaction waits for approval.',
              )}
        </p>
      )}
      <ul className="divide-y divide-line">{rows.map(row)}</ul>
    </Card>
  )
}
