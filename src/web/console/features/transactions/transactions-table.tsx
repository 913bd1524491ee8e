import type { ComponentProps, ReactNode, ReactElement } from 'react'
import { findCounterparty } from '#protocol/display/call-words.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { RowLink } from '#web/console/components/button.tsx'
import { CallParty } from '#web/console/components/call-party.tsx'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import type { ListFiles } from '#web/console/components/export-files.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded, type Query } from '#web/console/components/loaded.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { DataTable, Total } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { callParts, callTitle, executableText, useCallContext } from '#web/console/lib/calls.ts'
import { walletName } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { translated, t } from '#web/ui/text.ts'
import { type ListedTransactions, type ShownTransaction, TimeLeft } from './organization-transactions.tsx'
import { endUserName } from './transaction-words.ts'

/** A row in a list of transactions and token movements. */
export type Move = {
  id: string
  /** Action, amount and token in one line, for layouts without columns for them. */
  title: string
  word: string
  amount: string
  token: ReactNode
  /** Path of the page with all details. */
  to?: string
  /** Displayed after and below the title. */
  remarks: ReactNode
  /** `word`: the role of the counterparty in the call. */
  counterparty?: { word: string; address: string } | undefined
  status: ReactNode
  time: ReactNode
  wallet?: ReactNode
  fingerprint?: string
}

type MovesTableProps = {
  label: string
  moves: readonly Move[]
  /** Whether the list has several wallets, so that each row names its own. */
  hasWallets?: boolean
  /** Pending rows show the verification words instead of the status, which is the same for all. */
  isWaiting?: boolean
  /** How the list is saved. False if it cannot be saved. */
  files?: ListFiles | false
  /** Whether the list has more rows than these. */
  isPart?: boolean
}

export function MovesTable(props: MovesTableProps): ReactElement {
  const { label, moves, hasWallets = false, isWaiting = false, files = false, isPart = false } = props
  const settledName = hasWallets ? 'transactions' : 'activity'
  return (
    <DataTable
      name={isWaiting ? 'waiting-transactions' : settledName}
      files={files}
      isPart={isPart}
      label={label}
      items={moves}
      getKey={({ id }) => id}
      linked
      columns={{
        action: { head: t('Action'), cell: (move) => <Title {...move} /> },
        amount: {
          head: t('Amount'),
          from: '2xl',
          kind: 'number',
          className: 'tabular-nums',
          cell: (move) => move.amount,
        },
        token: { head: t('Token'), from: '2xl', className: '', cell: ({ token }) => token },
        wallet: hasWallets && {
          head: t('Wallet'),
          from: 'md',
          className: 'text-sm',
          cell: ({ wallet }) => wallet,
          below: true,
        },
        counterparty: {
          head: t('Counterparty'),
          from: '2xl',
          className: 'text-sm',
          cell: counterpartyCell,
          below: (move) => counterpartyCell(move, move.counterparty?.word),
        },
        fingerprint: isWaiting && {
          head: t('Verification words'),
          from: 'lg',
          className: 'text-sm',
          cell: (move) => move.fingerprint,
          below: (move) => `${t('Verification words')} ${move.fingerprint}`,
        },
        status: !isWaiting && {
          head: t('Status'),
          from: 'md',
          className: '',
          cell: ({ status }) => status,
          below: true,
        },
        time: { head: t('Time'), from: 'md', kind: 'number', cell: ({ time }) => time, below: true },
      }}
    />
  )
}

function counterpartyCell({ counterparty }: Move, word = ''): ReactNode {
  return (
    counterparty && (
      <span className="flex items-center gap-1.5">
        {word}
        <HexText value={counterparty.address} what={t('counterparty')} short />
      </span>
    )
  )
}

function Title({ title, word, to, remarks }: Move) {
  const text = (
    <>
      <span className="2xl:hidden">{title}</span>
      <span className="max-2xl:hidden">{word}</span>
    </>
  )
  return (
    <>
      {to === undefined ? (
        <span className="font-medium [overflow-wrap:anywhere]">{text}</span>
      ) : (
        <RowLink to={to} label={title}>
          {text}
        </RowLink>
      )}
      {remarks}
    </>
  )
}

/** Converts transactions to rows. `receivedAtMs`: time at which `secondsLeft` was read. */
export function useTransactionMoves(): {
  toMove: (transaction: ShownTransaction, receivedAtMs: number) => Move
  isLoading: boolean
} {
  const { chainId = 0, tokens, isLoading } = useCallContext()
  const toMove = (transaction: ShownTransaction, receivedAtMs: number): Move => {
    const { secondsLeft, approval, createdAtDatetime, transactionUuid, walletLabel: label } = transaction
    const user = endUserName(transaction)
    const description = describeCallOrNull({ ...transaction, chainId, tokens })
    const party = findCounterparty(description) ?? undefined
    return {
      ...callParts(description),
      id: transactionUuid,
      title: callTitle(description),
      to: paths.transaction.href(transactionUuid),
      remarks: <CallParty description={description} hasColumn />,
      counterparty: party && { word: translated(party.word), address: party.address },
      status: (
        <>
          <StatusBadge {...transaction} />
          <span className="block text-sm text-danger">{executableText(transaction)}</span>
        </>
      ),
      time:
        secondsLeft === undefined ? (
          <TimeAgo datetime={createdAtDatetime} />
        ) : (
          <span className="whitespace-nowrap">
            {approval?.seenAtDatetime !== undefined && `${t('Opened')} · `}
            <TimeLeft secondsLeft={secondsLeft} receivedAtMs={receivedAtMs} />
          </span>
        ),
      wallet: (
        <span title={user ?? undefined} className="block [overflow-wrap:anywhere] 2xl:max-w-56 2xl:truncate">
          {label === '' ? (
            <HexText value={checksum(transaction.walletAddress)} what={t('wallet address')} short />
          ) : (
            walletName({ label })
          )}
          {user !== null && <span className="text-muted"> · {user}</span>}
        </span>
      ),
      fingerprint: fingerprint(transaction.digest),
    }
  }
  return { toMove, isLoading }
}

type TransactionsListProps = {
  query: Query<ListedTransactions> & { isPlaceholderData: boolean }
  label: string
  /** Whether all transactions wait for approval. */
  isWaiting: boolean
  files: ListFiles | false
  isFiltered: boolean
  empty: ReactNode
} & Pick<ComponentProps<typeof Pager>, 'cursor' | 'href'>

export function TransactionsList(props: TransactionsListProps): ReactElement {
  const { query, label, isWaiting, files, isFiltered, empty, cursor, href } = props
  const { toMove, isLoading } = useTransactionMoves()
  const skeleton = <SkeletonRows rows={6} label={t('Loading the transactions')} />
  return (
    <Card flush>
      <Loaded
        query={query}
        skeleton={skeleton}
        isEmpty={({ transactions }) => transactions.length === 0}
        empty={empty}
      >
        {({ transactions, nextCursor, receivedAtMs }) => {
          // Without the tokens, every amount would briefly be shown in base units.
          if (isLoading) return skeleton
          return (
            <div className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
              <MovesTable
                {...{ label, isWaiting, files }}
                isPart={isFiltered || cursor !== undefined || nextCursor !== null}
                hasWallets
                moves={transactions.map((one) => toMove(one, receivedAtMs))}
              />
              {cursor === undefined && nextCursor === null && <Total count={transactions.length} />}
              <Pager cursor={cursor} next={nextCursor} href={href} />
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
