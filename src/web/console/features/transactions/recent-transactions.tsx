import type { ReactElement, ReactNode } from 'react'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { RowLink, TextLink } from '#web/console/components/button.tsx'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded, type Query } from '#web/console/components/loaded.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { callTitle, useCallContext } from '#web/console/lib/calls.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import type { ListedTransactions, ShownTransaction } from './organization-transactions.tsx'
import { TransactionSentence } from './transaction-sentence.tsx'

/** Number of transactions that the overview lists. */
const SHOWN_MAX = 10

type RecentTransactionsProps = { query: Query<ListedTransactions>; empty: ReactNode }

/** The newest transactions as sentences. */
export function RecentTransactions({ query, empty }: RecentTransactionsProps): ReactElement {
  const { chainId = 0, tokens, isLoading } = useCallContext()
  // Without the tokens, every amount would briefly be shown in base units.
  const isEarly = isLoading && query.data?.transactions.length !== 0
  const skeleton = <SkeletonRows rows={SHOWN_MAX} label={t('Loading the transactions')} />
  return (
    <Card
      title={t('Recent transactions')}
      actions={<TextLink to={paths.transactions.href()}>{t('All transactions')}</TextLink>}
      flush
    >
      <Loaded
        query={isEarly ? { ...query, data: undefined } : query}
        skeleton={skeleton}
        isEmpty={({ transactions }) => transactions.length === 0}
        empty={empty}
      >
        {({ transactions }) => (
          <ol aria-label={t('Recent transactions')} className="divide-y divide-line">
            {transactions.slice(0, SHOWN_MAX).map((transaction) => (
              <RecentTransaction
                key={transaction.transactionUuid}
                transaction={transaction}
                description={describeCallOrNull({ ...transaction, chainId, tokens })}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}

type RecentTransactionProps = {
  transaction: ShownTransaction
  description: ReturnType<typeof describeCallOrNull>
}

/** One row. The time is the link to the transaction, because the sentence has links of its own. */
function RecentTransaction({ transaction, description }: RecentTransactionProps) {
  const { transactionUuid, status, outcomeUnreported, createdAtDatetime } = transaction
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-hover">
      <p className="min-w-0 flex-1 basis-72 text-muted [overflow-wrap:anywhere] [&_.font-medium]:text-ink">
        <TransactionSentence transaction={transaction} description={description} />
      </p>
      {status !== 'CONFIRMED' && <StatusBadge status={status} outcomeUnreported={outcomeUnreported} />}
      <RowLink
        to={paths.transaction.href(transactionUuid)}
        className="ml-auto text-sm whitespace-nowrap text-muted"
      >
        <span className="sr-only">{callTitle(description)} </span>
        <TimeAgo datetime={createdAtDatetime} />
      </RowLink>
    </li>
  )
}
