import type { ReactNode } from 'react'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { CallParty } from '#web/console/components/call-fields.tsx'
import { Card, Loaded, SkeletonRows, type Query } from '#web/console/components/card.tsx'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { DataTable, RowLink } from '#web/console/components/table.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { callTitle, executableText } from '#web/console/lib/call-texts.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import type { ListedTransactions, ShownTransaction } from './organization-transactions.ts'
import { TimeLeft } from './waiting-count.tsx'
import { endUserName } from './transaction-words.ts'
import { useDescribe } from '#web/console/lib/use-call-context.ts'

type TransactionsTableProps = {
  label: string
  transactions: readonly ShownTransaction[]
  /** When they were received. */
  receivedAtMs: number
}

function TransactionsTable({ label, transactions, receivedAtMs }: TransactionsTableProps) {
  const describe = useDescribe()
  const owner = (transaction: ShownTransaction) => <Owner transaction={transaction} />
  const state = (transaction: ShownTransaction) => <State {...{ transaction, receivedAtMs }} />
  return (
    <DataTable
      label={label}
      items={transactions}
      keyOf={({ transactionUuid }) => transactionUuid}
      linked
      columns={[
        {
          head: t('Call'),
          cell: (transaction) => {
            const description = describe(transaction)
            return (
              <>
                <RowLink to={paths.transaction.href(transaction.transactionUuid)}>
                  {callTitle(description)}
                </RowLink>
                <CallParty description={description} />
              </>
            )
          },
        },
        { head: t('Wallet and end-user'), from: 'md', className: '', cell: owner, below: true },
        {
          head: t('Fingerprint'),
          from: 'xl',
          className: 'text-sm whitespace-nowrap',
          cell: ({ digest }) => fingerprint(digest),
          below: ({ digest }) => (
            <>
              <span className="sr-only">{t('Fingerprint')} </span>
              {fingerprint(digest)}
            </>
          ),
        },
        { head: t('Status'), from: 'md', className: '', kind: 'number', cell: state, below: true },
      ]}
    />
  )
}

function Owner({ transaction }: { transaction: ShownTransaction }) {
  const user = endUserName(transaction)
  return (
    <div className="min-w-0">
      {transaction.walletLabel === '' ? (
        <HexText value={checksum(transaction.walletAddress)} what={t('wallet address')} copyable={false} />
      ) : (
        <span className="block [overflow-wrap:anywhere]">
          {walletName({ label: transaction.walletLabel })}
        </span>
      )}
      {user !== null && <span className="block text-sm text-muted [overflow-wrap:anywhere]">{user}</span>}
    </div>
  )
}

function State({ transaction, receivedAtMs }: { transaction: ShownTransaction; receivedAtMs: number }) {
  const { secondsLeft, approval } = transaction
  const executable = executableText(transaction)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-col md:items-end">
      <StatusBadge {...transaction} />
      {executable !== null && <span className="text-sm text-danger md:text-right">{executable}</span>}
      <span className="text-sm text-muted">
        {secondsLeft === undefined ? (
          <TimeAgo datetime={transaction.createdAtDatetime} />
        ) : (
          <>
            {approval?.seenAtDatetime !== undefined && `${t('Opened')} · `}
            <TimeLeft secondsLeft={secondsLeft} receivedAtMs={receivedAtMs} />
          </>
        )}
      </span>
    </div>
  )
}

type TransactionsListProps = {
  query: Query<ListedTransactions> & { isPlaceholderData: boolean }
  label: string
  empty: ReactNode
  /** Links to other pages of the list; `null` without one. */
  newest: string | null
  olderThan: (cursor: string) => string
}

export function TransactionsList({ query, label, empty, newest, olderThan }: TransactionsListProps) {
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
            <TransactionsTable {...{ label, transactions, receivedAtMs }} />
            <Pager newest={newest} older={nextCursor === null ? null : olderThan(nextCursor)} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
