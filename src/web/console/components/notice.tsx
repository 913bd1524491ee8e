import type { ReactNode, ComponentProps } from 'react'
import { Button, Icon, type IconName } from './button.tsx'
import { describeProblem } from '#web/console/lib/describe-problem.ts'
import { t } from '#web/ui/text.ts'
import { CopyButton } from './values.tsx'
import type { QueryKey } from '@tanstack/react-query'
import { useChange } from '#web/console/lib/api.ts'
import type { Delivery } from '#protocol/events.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { useSession } from '#web/console/lib/session.query.ts'

type Tone = 'info' | 'success' | 'warning' | 'danger'
const LOOKS: Record<Tone, { shell: string; mark: string; icon: IconName }> = {
  info: { shell: 'border-info-border bg-info-soft', mark: 'text-info', icon: 'info' },
  success: { shell: 'border-success-border bg-success-soft', mark: 'text-success', icon: 'check' },
  warning: { shell: 'border-warning-border bg-warning-soft', mark: 'text-warning', icon: 'warning' },
  danger: { shell: 'border-danger-border bg-danger-soft', mark: 'text-danger', icon: 'warning' },
}

type NoticeProps = {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Announced by screen readers when it appears. Omit it for initial content. */
  announce?: boolean
  className?: string | undefined
}

export function Notice({ tone, title, children, actions, announce = false, className = '' }: NoticeProps) {
  const look = LOOKS[tone]
  const role = announce ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      className={`flex flex-wrap items-start gap-x-3 gap-y-3 rounded-md border p-3 ${look.shell} ${className}`}
    >
      <Icon name={look.icon} className={`mt-0.5 size-4 ${look.mark}`} />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        {title !== undefined && <p className={`font-strong ${look.mark}`}>{title}</p>}
        {children !== undefined && <div className="text-ink [overflow-wrap:anywhere]">{children}</div>}
      </div>
      {actions}
    </div>
  )
}

type ProblemPanelProps = {
  error: unknown
  onRetry?: (() => unknown) | undefined
  pending?: boolean
  /** Its distance to what stands around it. */
  className?: string
}

/** A failed request with its next action. Nothing without an error. */
export function ProblemPanel({ error, onRetry, pending = false, className }: ProblemPanelProps) {
  if (error === null || error === undefined) return null
  const problem = describeProblem(error)
  const retry = onRetry !== undefined && problem.canRetry
  return (
    <Notice
      className={className}
      tone={problem.isLacking ? 'info' : 'danger'}
      title={problem.title}
      announce
      actions={
        retry && (
          <Button icon="refresh" pending={pending} onClick={() => void onRetry()}>
            {t('Try again')}
          </Button>
        )
      }
    >
      <p>{problem.detail}</p>
      {problem.requestId !== null && !problem.isLacking && (
        <p className="mt-1 text-xs text-muted">
          {t('Request id')} <code className="font-mono">{problem.requestId}</code>
          <CopyButton text={problem.requestId} what={t('request id')} />
        </p>
      )}
    </Notice>
  )
}

type ChangeButtonProps = ComponentProps<typeof Button> & {
  change: () => Promise<unknown>
  /** Query to refetch afterwards. Undefined refetches everything. */
  list?: QueryKey
}

/** Makes a change that needs no question. Pending until what it affects is refetched; a failure stands next to it. */
export function ChangeButton({ change, list, ...button }: ChangeButtonProps) {
  const made = useChange(change, list)
  return (
    <>
      <Button {...button} pending={made.isPending} onClick={() => made.mutate()} />
      <ProblemPanel error={made.error} className="basis-full" />
    </>
  )
}

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const TONES: Record<BadgeTone, { shell: string; dot: string }> = {
  neutral: { shell: 'border border-line bg-canvas text-muted', dot: 'bg-line-strong' },
  info: { shell: 'bg-info-soft text-info', dot: 'bg-info-solid' },
  success: { shell: 'bg-success-soft text-success', dot: 'bg-success-solid' },
  warning: { shell: 'bg-warning-soft text-warning', dot: 'bg-warning-solid' },
  danger: { shell: 'bg-danger-soft text-danger', dot: 'bg-danger-solid' },
}

type BadgeProps = { tone?: BadgeTone; dot?: boolean; children: ReactNode }

export function Badge({ tone = 'neutral', dot = false, children }: BadgeProps) {
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

/** The word for a state, with its colour. */
export type Look = { tone: BadgeTone; label: string }

export function StateBadge({ tone, label }: Look) {
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

/** Marks what belongs to a sandbox: an API key begins as any other. */
export function SandboxMark() {
  return useSession().sandbox && <Badge tone="warning">{t('Sandbox')}</Badge>
}

/** A technical identifier, such as a scope. */
export function Chip({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 items-center rounded-sm border border-line bg-canvas px-1.5 font-mono text-xs whitespace-nowrap text-muted">
      {children}
    </span>
  )
}

/** The word for each state, as badges and filters have it. */
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

/** `untold`: no further state arrives. The outcome of a transaction that was not decided in time is then unknown. */
export function StatusBadge({ status, untold }: { status: TransactionState; untold?: boolean | undefined }) {
  if (untold === true && status === 'PENDING_USER_APPROVAL')
    return <StateBadge tone="neutral" label={t('Outcome unknown')} />
  return <StateBadge {...statusLooks()[status]} />
}

/** The word for each status of a delivery, as badges and filters have it. */
export const deliveryLooks = (): Record<Delivery['status'], Look> => ({
  pending: { tone: 'info', label: t('Pending') },
  delivered: { tone: 'success', label: t('Delivered') },
  failed: { tone: 'danger', label: t('Failed') },
  cancelled: { tone: 'neutral', label: t('Cancelled') },
})

/** A failed attempt with a retry pending is none of the four. */
export function deliveryLook({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): Look {
  const isRepeated = status === 'pending' && attempts[0]?.delivered === false
  return isRepeated ? { tone: 'warning', label: t('Retrying') } : deliveryLooks()[status]
}
