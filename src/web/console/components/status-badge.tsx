import type { TransactionState } from '#protocol/org/transaction-states.ts'
import { t } from '#web/ui/text.ts'
import { Badge, type BadgeTone } from './badge.tsx'

/** The word for each state, as badges and filters have it. */
export const statusLooks = (): Record<TransactionState, { tone: BadgeTone; label: string }> => ({
  PENDING_USER_APPROVAL: { tone: 'warning', label: t('Waiting for approval') },
  APPROVED: { tone: 'info', label: t('Approved') },
  SUBMITTED: { tone: 'info', label: t('Submitted') },
  CONFIRMED: { tone: 'success', label: t('Confirmed') },
  FAILED: { tone: 'danger', label: t('Failed') },
  REJECTED: { tone: 'danger', label: t('Declined') },
  EXPIRED: { tone: 'neutral', label: t('Expired') },
  CANCELLED: { tone: 'neutral', label: t('Cancelled') },
})

export function StatusBadge({ status }: { status: TransactionState }) {
  const { tone, label } = statusLooks()[status]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}
