import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { CallParty } from '#web/console/components/call-party.tsx'
import { Card } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { Cell, HeadCell, Row, ROW_LINK, Table } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { callTitle, executableText, describeTransaction } from '#web/console/lib/call-texts.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { type ListedTransactions, type ShownTransaction } from './organization-transactions.ts'
import { TimeLeft } from './time-left.tsx'
import { endUserName } from './transaction-words.ts'

type TransactionsTableProps = {
  label: string
  transactions: readonly ShownTransaction[]
  /** When they were received. */
  receivedAtMs: number
  chainId: number
  tokens: readonly KnownToken[]
}

function TransactionsTable({ label, transactions, ...rest }: TransactionsTableProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell>{t('Call')}</HeadCell>
          <HeadCell className="hidden md:table-cell">{t('Wallet and end-user')}</HeadCell>
          <HeadCell className="hidden xl:table-cell">{t('Fingerprint')}</HeadCell>
          <HeadCell className="hidden text-right md:table-cell">{t('Status')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <TransactionRow key={transaction.transactionUuid} transaction={transaction} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

type TransactionRowProps = Omit<TransactionsTableProps, 'label' | 'transactions'> & {
  transaction: ShownTransaction
}

function TransactionRow({ transaction, chainId, tokens, receivedAtMs }: TransactionRowProps) {
  const description = describeTransaction(transaction, chainId, tokens)
  return (
    <Row linked>
      <Cell>
        <Link
          to={paths.transaction.href(transaction.transactionUuid)}
          className={`[overflow-wrap:anywhere] ${ROW_LINK}`}
        >
          {callTitle(description)}
        </Link>
        <CallParty description={description} />
        <div className="mt-2 flex flex-col gap-2 md:hidden">
          <Owner transaction={transaction} />
          <State transaction={transaction} receivedAtMs={receivedAtMs} />
        </div>
        <div className="mt-1 text-sm text-muted xl:hidden">
          <span className="sr-only">{t('Fingerprint')} </span>
          {fingerprint(transaction.digest)}
        </div>
      </Cell>
      <Cell className="hidden md:table-cell">
        <Owner transaction={transaction} />
      </Cell>
      <Cell className="hidden text-sm whitespace-nowrap xl:table-cell">
        {fingerprint(transaction.digest)}
      </Cell>
      <Cell className="hidden md:table-cell">
        <State transaction={transaction} receivedAtMs={receivedAtMs} />
      </Cell>
    </Row>
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
  /** Links to other pages of the list; `null` without one. */
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
