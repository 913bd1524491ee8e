import type { ReactElement } from 'react'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { formatNumber } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { organizationTransactionsQuery, type ListedTransactions } from './organization-transactions.tsx'
import { approvalCountsQuery } from './waiting-approvals.ts'

/**
 * Number of pending transactions. A hosted service that does not report it has a first page that is counted instead.
 * Renders nothing if there are none or the number is unknown.
 */
export function WaitingCount(): ReactElement | null {
  const counts = useLiveQuery(secondary('waiting', approvalCountsQuery()))
  const listed = useLiveQuery({
    ...secondary('waiting', organizationTransactionsQuery({ status: 'PENDING_USER_APPROVAL' })),
    enabled: isLacking(counts.error),
  })
  const text = counts.data === undefined ? countListed(listed.data) : formatNumber(counts.data.pending)
  if (text === undefined || text === '0') return null
  return (
    <span className="ml-auto rounded-full bg-warning-soft px-2 text-xs font-medium text-warning tabular-nums">
      {text} <span className="sr-only">{t('waiting for approval')}</span>
    </span>
  )
}

/** Number of transactions on the first page, such as `7` or `50+`. */
export function countListed(
  page: Pick<ListedTransactions, 'transactions' | 'nextCursor'> | undefined,
): string | undefined {
  return page && `${page.transactions.length}${page.nextCursor === null ? '' : '+'}`
}
