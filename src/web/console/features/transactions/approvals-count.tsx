import { useContext, type ReactElement } from 'react'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { SessionContext } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { organizationTransactionsQuery } from './organization-transactions.tsx'
import { sortApprovals } from './waiting-approvals.ts'

/** Number of transactions that wait for the signed-in person. Renders nothing if there are none. */
export function ApprovalsCount(): ReactElement | null {
  const memberId = useContext(SessionContext)?.admin.id ?? ''
  const { data } = useLiveQuery(
    secondary('waiting', organizationTransactionsQuery({ status: 'PENDING_USER_APPROVAL' })),
  )
  const count = sortApprovals(data?.transactions ?? [], memberId).mine.length
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-warning-soft px-2 text-xs font-medium text-warning tabular-nums">
      {count} <span className="sr-only">{t('waiting for you')}</span>
    </span>
  )
}
