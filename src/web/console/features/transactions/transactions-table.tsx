import type { ReactNode } from 'react'
import { Card, Loaded, SkeletonRows, type Query } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/values.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { Total } from '#web/console/components/table.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { MovesTable, useTransactionMoves } from './moves-table.tsx'
import type { ListedTransactions, ShownTransaction } from './organization-transactions.ts'
import { endUserName } from './transaction-words.ts'

/** The wallet's name, and its end-user behind it. */
function Owner({ transaction }: { transaction: ShownTransaction }) {
  const user = endUserName(transaction)
  return (
    <span className="block [overflow-wrap:anywhere] 2xl:max-w-56 2xl:truncate">
      {transaction.walletLabel === '' ? (
        <HexText value={checksum(transaction.walletAddress)} what={t('wallet address')} short />
      ) : (
        walletName({ label: transaction.walletLabel })
      )}
      {user !== null && <span className="text-muted"> · {user}</span>}
    </span>
  )
}

type TransactionsListProps = {
  query: Query<ListedTransactions> & { isPlaceholderData: boolean }
  label: string
  /** Whether all of them wait for their end-users. */
  isWaiting: boolean
  empty: ReactNode
  /** Links to other pages of the list; `null` without one. */
  newest: string | null
  olderThan: (cursor: string) => string
}

export function TransactionsList(props: TransactionsListProps) {
  const { query, label, isWaiting, empty, newest, olderThan } = props
  const moveOf = useTransactionMoves()
  return (
    <Card flush>
      <Loaded
        query={query}
        skeleton={<SkeletonRows rows={6} label={t('Loading the transactions')} />}
        isEmpty={({ transactions }) => transactions.length === 0}
        empty={empty}
      >
        {({ transactions, nextCursor, receivedAtMs }) => (
          <div className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
            <MovesTable
              {...{ label, isWaiting }}
              moves={transactions.map((one) => moveOf(one, receivedAtMs))}
              wallet={(transaction) => <Owner transaction={transaction} />}
            />
            {newest === null && nextCursor === null && <Total count={transactions.length} />}
            <Pager newest={newest} older={nextCursor === null ? null : olderThan(nextCursor)} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
