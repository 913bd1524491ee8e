import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { CallParty } from '#web/console/components/call-party.tsx'
import { Card } from '#web/console/components/card.tsx'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { callTitle, describeTransaction } from '#web/console/lib/call-texts.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { transactionsQuery } from './activity-card.tsx'

const SHOWN_MAX = 5

type PendingCardProps = { address: string; chainId: number; tokens: readonly KnownToken[] }

/** A wallet's pending transactions. Nothing without any. */
export function PendingCard({ address, chainId, tokens }: PendingCardProps) {
  const { data } = useQuery(
    transactionsQuery({ wallet: address, status: 'PENDING_USER_APPROVAL', limit: '20' }),
  )
  if (data === undefined || data.content.length === 0) return null
  const { content } = data
  return (
    <Card
      title={t('Waiting for the end-user')}
      actions={
        content.length > SHOWN_MAX && (
          <TextLink to={paths.pendingTransactions.href({ wallet: address })}>{t('Show all')}</TextLink>
        )
      }
      flush
    >
      <ul className="divide-y divide-line">
        {content.slice(0, SHOWN_MAX).map((transaction) => (
          <li
            key={transaction.transactionUuid}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover"
          >
            <Summary transaction={transaction} chainId={chainId} tokens={tokens} />
            <StatusBadge status={transaction.status} />
            <TimeAgo datetime={transaction.createdAtDatetime} className="text-sm text-muted" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type SummaryProps = Omit<PendingCardProps, 'address'> & {
  transaction: Parameters<typeof describeTransaction>[0] & { transactionUuid: string }
}

/** The call and its approver. */
function Summary({ transaction, chainId, tokens }: SummaryProps) {
  const description = describeTransaction(transaction, chainId, tokens)
  return (
    <div className="mr-auto min-w-0">
      <Link
        to={paths.transaction.href(transaction.transactionUuid)}
        className="min-w-0 font-medium [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      >
        {callTitle(description)}
      </Link>
      <CallParty description={description} />
    </div>
  )
}
