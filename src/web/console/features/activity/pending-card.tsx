import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#web/console/components/button.tsx'
import { CallParty } from '#web/console/components/call-fields.tsx'
import { Card } from '#web/console/components/card.tsx'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { callTitle } from '#web/console/lib/call-texts.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { transactionsQuery } from './activity-card.tsx'
import { RowLink } from '#web/console/components/table.tsx'
import { useDescribe } from '#web/console/lib/use-call-context.ts'

const SHOWN_MAX = 5

/** A wallet's pending transactions. Nothing without any. */
export function PendingCard({ address }: { address: string }) {
  const { data } = useQuery(
    transactionsQuery({ wallet: address, status: 'PENDING_USER_APPROVAL', limit: '20' }),
  )
  const describe = useDescribe()
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
            <div className="mr-auto min-w-0">
              <RowLink to={paths.transaction.href(transaction.transactionUuid)}>
                {callTitle(describe(transaction))}
              </RowLink>
              <CallParty description={describe(transaction)} />
            </div>
            <StatusBadge status={transaction.status} />
            <TimeAgo datetime={transaction.createdAtDatetime} className="text-sm text-muted" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
