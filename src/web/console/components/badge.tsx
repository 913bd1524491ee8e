import type { ReactNode, ReactElement } from 'react'
import type { Delivery } from '#protocol/events.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const TONES: Record<BadgeTone, { shell: string; dot: string }> = {
  neutral: { shell: 'border border-line bg-canvas text-muted', dot: 'bg-line-strong' },
  info: { shell: 'bg-info-soft text-info', dot: 'bg-info-solid' },
  success: { shell: 'bg-success-soft text-success', dot: 'bg-success-solid' },
  warning: { shell: 'bg-warning-soft text-warning', dot: 'bg-warning-solid' },
  danger: { shell: 'bg-danger-soft text-danger', dot: 'bg-danger-solid' },
}

type BadgeProps = { tone?: BadgeTone; dot?: boolean; children: ReactNode }

export function Badge({ tone = 'neutral', dot = false, children }: BadgeProps): ReactElement {
  const look = TONES[tone]
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap ${look.shell}`}
    >
      {dot && <span aria-hidden="true" className={`size-1.5 rounded-full ${look.dot}`} />}
      {children}
    </span>
  )
}

/** Label of a state and its color. */
export type Look = { tone: BadgeTone; label: string }

export function StateBadge({ tone, label }: Look): ReactElement {
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

/** Marks an item of a sandbox, because sandbox API keys have the same prefix as other keys. */
export function SandboxMark(): ReactElement | false {
  return useSession().sandbox && <Badge tone="warning">{t('Sandbox')}</Badge>
}

/** A technical identifier, such as a scope. */
export function Chip({ children }: { children: ReactNode }): ReactElement {
  return (
    <span className="inline-flex h-5 items-center rounded-sm border border-line bg-canvas px-1.5 font-mono text-xs whitespace-nowrap text-muted">
      {children}
    </span>
  )
}

/** Label of each state, for badges and filters. */
export const statusLooks = (): Record<TransactionState, Look> => ({
  PENDING_USER_APPROVAL: { tone: 'warning', label: t('Waiting for approval') },
  APPROVED: { tone: 'info', label: t('Approved') },
  SUBMITTED: { tone: 'info', label: t('Submitted') },
  CONFIRMED: { tone: 'success', label: t('Confirmed') },
  FAILED: { tone: 'danger', label: t('Failed') },
  REJECTED: { tone: 'danger', label: t('Declined') },
  EXPIRED: { tone: 'neutral', label: t('Expired') },
  CANCELLED: { tone: 'neutral', label: t('Cancelled') },
})

/**
 * `outcomeUnreported`: no further state will arrive. The outcome of a transaction that was still pending is then
 * unknown.
 */
export function StatusBadge({
  status,
  outcomeUnreported,
}: {
  status: TransactionState
  outcomeUnreported?: boolean | undefined
}): ReactElement {
  if (outcomeUnreported === true && status === 'PENDING_USER_APPROVAL')
    return <StateBadge tone="neutral" label={t('Outcome unknown')} />
  return <StateBadge {...statusLooks()[status]} />
}

/** Label of each delivery status, for badges and filters. */
export const deliveryLooks = (): Record<Delivery['status'], Look> => ({
  pending: { tone: 'info', label: t('Pending') },
  delivered: { tone: 'success', label: t('Delivered') },
  failed: { tone: 'danger', label: t('Failed') },
  cancelled: { tone: 'neutral', label: t('Cancelled') },
})

/**
 * Look of a delivery. A failed attempt with a pending retry is shown as "Retrying", which is not a status.
 */
export function deliveryLook({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): Look {
  const isRepeated = status === 'pending' && attempts[0]?.delivered === false
  return isRepeated ? { tone: 'warning', label: t('Retrying') } : deliveryLooks()[status]
}
