import type { TransactionState } from '#shared/org/transaction-states.ts'
import { Badge, type BadgeTone } from './badge.tsx'

/** The word for each state, as badges and filters have it. */
export const STATUS_LOOKS: Record<TransactionState, { tone: BadgeTone; label: string }> = {
  PENDING_USER_APPROVAL: { tone: 'warning', label: 'Waiting for approval' },
  APPROVED: { tone: 'info', label: 'Approved' },
  SUBMITTED: { tone: 'info', label: 'Submitted' },
  CONFIRMED: { tone: 'success', label: 'Confirmed' },
  FAILED: { tone: 'danger', label: 'Failed' },
  REJECTED: { tone: 'danger', label: 'Declined' },
  EXPIRED: { tone: 'neutral', label: 'Expired' },
}

export function StatusBadge({ status }: { status: TransactionState }) {
  const { tone, label } = STATUS_LOOKS[status]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}
