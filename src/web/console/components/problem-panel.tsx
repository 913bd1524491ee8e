import { describeProblem } from '#web/console/lib/describe-problem.ts'
import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'
import { CopyButton } from './values.tsx'
import { Notice } from './notice.tsx'
import type { QueryKey } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useChange } from '#web/console/lib/use-change.ts'

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
  /** Refetched afterwards; absent: everything. */
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
