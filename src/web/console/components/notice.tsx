import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode, ComponentProps, ReactElement } from 'react'
import { useChange } from '#web/console/lib/api.ts'
import { describeProblem } from '#web/console/lib/describe-problem.ts'
import { t } from '#web/ui/text.ts'
import { Button, Icon, type IconName } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

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
  /** Makes screen readers announce the notice when it appears. Omit for content that is on the page from the start. */
  announce?: boolean
  className?: string | undefined
}

export function Notice({
  tone,
  title,
  children,
  actions,
  announce = false,
  className = '',
}: NoticeProps): ReactElement {
  const look = LOOKS[tone]
  const role = tone === 'danger' ? 'alert' : 'status'
  return (
    <div
      role={announce ? role : undefined}
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
  /** Classes for its margins. */
  className?: string
}

/** A failed request with its next action. Renders nothing without an error. */
export function ProblemPanel({
  error,
  onRetry,
  pending = false,
  className,
}: ProblemPanelProps): ReactElement | null {
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
          {t('Request ID')} <code className="font-mono">{problem.requestId}</code>
          <CopyButton text={problem.requestId} what={t('request ID')} />
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

/**
 * Makes a change without confirmation. Pending until the affected queries are refetched. Shows an error next
 * to the button.
 */
export function ChangeButton({ change, list, ...button }: ChangeButtonProps): ReactElement {
  const made = useChange(change, list)
  return (
    <>
      <Button {...button} pending={made.isPending} onClick={() => made.mutate()} />
      <ProblemPanel error={made.error} className="basis-full" />
    </>
  )
}
