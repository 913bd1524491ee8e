import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { uuidSchema } from '#protocol/fields.ts'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page, MissingPage, PageSkeleton } from '#web/console/components/page.tsx'
import { CallCard } from '#web/console/features/transactions/call-card.tsx'
import { CancelButton } from '#web/console/features/transactions/cancel-button.tsx'
import { ChainCard } from '#web/console/features/transactions/chain-card.tsx'
import { DeliveriesCard } from '#web/console/features/transactions/deliveries-card.tsx'
import { OutcomeNotice } from '#web/console/features/transactions/outcome-notice.tsx'
import { TimelineCard } from '#web/console/features/transactions/timeline-card.tsx'
import { TransactionFactsCard } from '#web/console/features/transactions/transaction-facts-card.tsx'
import { type ShownTimeline, useTimeline } from '#web/console/features/transactions/transaction-timeline.ts'
import { WaitingPanel } from '#web/console/features/transactions/waiting-panel.tsx'
import { DeliveryRow } from '#web/console/features/webhooks/delivery-row.tsx'
import { callTitle, useCallContext } from '#web/console/lib/calls.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function TransactionPage(): ReactElement {
  const { transactionUuid = '' } = useParams()
  const isUuid = uuidSchema.safeParse(transactionUuid).success
  const timeline = useTimeline(transactionUuid, { enabled: isUuid })
  if (!isUuid) return <NoSuchTransaction />
  return (
    <Loaded query={timeline} skeleton={<PageSkeleton />}>
      {(found) => (found === null ? <NoSuchTransaction /> : <TransactionView timeline={found} />)}
    </Loaded>
  )
}

function TransactionView({ timeline }: { timeline: ShownTimeline }) {
  const { transaction, deliveries, requester } = timeline
  const { chainId = 0, tokens, isLoading } = useCallContext()
  // Without the tokens, the title would briefly show base units.
  if (isLoading) return <PageSkeleton />
  const description = describeCallOrNull({ ...transaction, chainId, tokens })
  return (
    <Page
      title={callTitle(description)}
      purpose={<StatusBadge {...transaction} />}
      back={{ to: paths.transactions.href(), label: t('Transactions') }}
      actions={deliveries !== null && <CancelButton transaction={transaction} />}
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {transaction.status === 'PENDING_USER_APPROVAL' && transaction.outcomeUnreported !== true ? (
            <WaitingPanel timeline={timeline} />
          ) : (
            <OutcomeNotice {...{ transaction, description }} />
          )}
          <CallCard timeline={timeline} chainId={chainId} tokens={tokens} />
          <ChainCard timeline={timeline} />
          <DeliveriesCard
            deliveries={deliveries}
            row={({ webhookId: id, url, ...delivery }) => (
              <DeliveryRow
                key={delivery.id}
                webhook={{ id, url, enabled: delivery.status !== 'cancelled' }}
                delivery={delivery}
                isOnTransaction
              />
            )}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <TimelineCard timeline={timeline} />
          <TransactionFactsCard {...{ transaction, requester }} ownersKnown={deliveries !== null} />
        </div>
      </div>
    </Page>
  )
}

function NoSuchTransaction() {
  return (
    <MissingPage
      title={t('Transaction not found')}
      back={t('Transactions')}
      icon="search"
      missing={t('The organization has no transaction with this ID.')}
      hint={t('Check the ID against the one you were given.')}
      to={paths.transactions.href()}
      label={t('All transactions')}
    />
  )
}
