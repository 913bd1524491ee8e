import type { ReactNode } from 'react'
import { counterpartyOf } from '#protocol/display/call-words.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { CallParty } from '#web/console/components/call-fields.tsx'
import { DataTable, RowLink } from '#web/console/components/table.tsx'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { callParts, callTitle, executableText } from '#web/console/lib/call-texts.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useDescribe } from '#web/console/lib/use-call-context.ts'
import type { ShownTransaction } from './organization-transactions.ts'
import { TimeLeft } from './waiting-count.tsx'

/** A row of a list of what wallets do and what happens to them. */
export type Move = {
  key: string
  /** What it does and how much of which token: one line where there are no columns for it. */
  title: string
  word: string
  amount: ReactNode
  token: ReactNode
  /** The page with everything about it. */
  to?: string
  /** Behind and below the title. */
  remarks: ReactNode
  counterparty?: string | undefined
  status: ReactNode
  time: ReactNode
  transaction?: ShownTransaction
}

type MovesTableProps = {
  label: string
  moves: readonly Move[]
  /** Absent where all are of one wallet. */
  wallet?: (transaction: ShownTransaction) => ReactNode
  /** Of those that wait people compare the words; all have the same status then. */
  isWaiting?: boolean
}

export function MovesTable({ label, moves, wallet, isWaiting = false }: MovesTableProps) {
  return (
    <DataTable
      label={label}
      items={moves}
      keyOf={({ key }) => key}
      linked
      columns={[
        { head: t('Action'), cell: (move) => <Title move={move} /> },
        {
          head: t('Amount'),
          from: '2xl',
          kind: 'number',
          className: 'tabular-nums',
          cell: ({ amount }) => amount,
        },
        { head: t('Token'), from: '2xl', className: '', cell: ({ token }) => token },
        wallet !== undefined && {
          head: t('Wallet'),
          from: 'md',
          className: 'text-sm',
          cell: ({ transaction }) => transaction && wallet(transaction),
          below: true,
        },
        {
          head: t('Counterparty'),
          from: '2xl',
          className: 'text-sm',
          cell: ({ counterparty }) =>
            counterparty !== undefined && <HexText value={counterparty} what={t('counterparty')} short />,
        },
        isWaiting && {
          head: t('Fingerprint'),
          from: 'lg',
          className: 'text-sm',
          cell: ({ transaction }) => transaction && fingerprint(transaction.digest),
          below: ({ transaction }) =>
            transaction && (
              <>
                <span className="sr-only">{t('Fingerprint')} </span>
                {fingerprint(transaction.digest)}
              </>
            ),
        },
        !isWaiting && {
          head: t('Status'),
          from: 'md',
          className: '',
          cell: ({ status }) => status,
          below: true,
        },
        { head: t('Time'), from: 'md', kind: 'number', cell: ({ time }) => time, below: true },
      ]}
    />
  )
}

function Title({ move: { title, word, to, remarks } }: { move: Move }) {
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

/** Transactions as rows; `receivedAtMs`: when their time left was read. */
export function useTransactionMoves(): (transaction: ShownTransaction, receivedAtMs: number) => Move {
  const describe = useDescribe()
  return (transaction, receivedAtMs) => {
    const { secondsLeft, approval, createdAtDatetime, transactionUuid } = transaction
    const description = describe(transaction)
    const executable = executableText(transaction)
    return {
      ...callParts(description),
      key: transactionUuid,
      title: callTitle(description),
      to: paths.transaction.href(transactionUuid),
      remarks: <CallParty description={description} hasColumn />,
      counterparty: counterpartyOf(description)?.address,
      status: (
        <>
          <StatusBadge {...transaction} />
          {executable !== null && <span className="block text-sm text-danger">{executable}</span>}
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
      transaction,
    }
  }
}
