import type { ReactNode } from 'react'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { Card } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Pager } from '#web/console/components/pager.tsx'
import { SkeletonRows } from '#web/console/components/skeleton.tsx'
import { t } from '#web/ui/text.ts'
import type { ListedTransactions } from './list-organization-transactions.query.ts'
import { TransactionsTable } from './transactions-table.tsx'

type TransactionsListProps = {
  query: {
    data: ListedTransactions | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  label: string
  chainId: number
  tokens: readonly KnownToken[]
  empty: ReactNode
  /** Links to other pages of the list; `null` where there is none. */
  newest: string | null
  olderThan: (cursor: string) => string
}

export function TransactionsList(props: TransactionsListProps) {
  const { query, label, chainId, tokens, empty, newest, olderThan } = props
  return (
    <Card flush>
      <Loaded query={query} skeleton={<SkeletonRows rows={6} label={t('Loading the transactions')} />}>
        {({ transactions, nextCursor, receivedAtMs }) =>
          transactions.length === 0 ? (
            empty
          ) : (
            <div className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
              <TransactionsTable {...{ label, transactions, receivedAtMs, chainId, tokens }} />
              <Pager newest={newest} older={nextCursor === null ? null : olderThan(nextCursor)} />
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
