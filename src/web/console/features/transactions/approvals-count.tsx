import type { ReactElement } from 'react'
import { formatNumber } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { approvalCountsQuery } from './waiting-approvals.ts'

/** Number of all transactions that wait for the signed-in person. Renders nothing if there are none. */
export function ApprovalsCount(): ReactElement | null {
  const { data } = useLiveQuery(secondary('waiting', approvalCountsQuery()))
  if (data === undefined || data.requester === 0) return null
  return (
    <span className="ml-auto rounded-full bg-warning-soft px-2 text-xs font-medium text-warning tabular-nums">
      {formatNumber(data.requester)} <span className="sr-only">{t('waiting for you')}</span>
    </span>
  )
}
