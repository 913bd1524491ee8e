import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { t } from '#web/ui/text.ts'
import { transactionsQuery, type TransactionsFilter } from './transaction-requests.ts'
import { TransactionRow } from './transaction-row.tsx'

type ActivityCardProps = {
  title: string
  filter: TransactionsFilter
  chainId: number
  tokens: readonly KnownToken[]
  emptyText: string
  /** Links to older or newer ones, by the next cursor. */
  pager?: (nextCursor: string | null) => ReactNode
}

export function ActivityCard(props: ActivityCardProps) {
  const { title, filter, chainId, tokens, emptyText, pager } = props
  const transactions = useQuery(transactionsQuery(filter))
  return (
    <Card title={title} flush>
      <Loaded query={transactions} skeleton={<SkeletonRows rows={3} label={t('Loading the activity')} />}>
        {({ content, nextCursor }) =>
          content.length === 0 && filter.cursor === undefined ? (
            <EmptyState icon="clock" title={t('No transactions yet')}>
              {emptyText}
            </EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {content.map((transaction) => (
                  <TransactionRow
                    key={transaction.transactionUuid}
                    {...{ transaction, chainId, tokens }}
                    showWallet={filter.wallet === undefined}
                  />
                ))}
              </ul>
              {pager?.(nextCursor)}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
