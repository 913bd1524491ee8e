import { t } from '#web/ui/text.ts'
import { timeLeftText } from '#web/ui/time-left-text.ts'
import { useSecond } from '#web/console/lib/use-now.ts'
import { useOrganizationTransactions, type ListedTransactions } from './organization-transactions.ts'

/** The number of pending transactions; nothing for none, or if unknown. */
export function WaitingCount() {
  const { data } = useOrganizationTransactions({ status: 'PENDING_USER_APPROVAL' })
  if (data === undefined || data.transactions.length === 0) return null
  return (
    <span className="ml-auto rounded-full bg-warning-soft px-2 text-xs font-medium text-warning tabular-nums">
      {waitingText(data)} <span className="sr-only">{t('waiting for approval')}</span>
    </span>
  )
}

/** Their number on the first page: `7`, or `50+`. */
export function waitingText({ transactions, nextCursor }: ListedTransactions): string {
  return `${transactions.length}${nextCursor === null ? '' : '+'}`
}

type TimeLeftProps = {
  /** By the service's clock, at the request. */
  secondsLeft: number
  receivedAtMs: number
  className?: string
}

/** Counts down the time that the service reported as left. */
export function TimeLeft({ secondsLeft, receivedAtMs, className = '' }: TimeLeftProps) {
  const left = secondsStillLeft(secondsLeft, receivedAtMs, useSecond())
  return (
    <span role="timer" className={`whitespace-nowrap tabular-nums ${className}`}>
      {left > 0 ? t('{time} left', { time: timeLeftText(left) }) : t('Time is up')}
    </span>
  )
}

/** The time left by the server's answer, less what has passed on this device since; never more, never below 0. */
export function secondsStillLeft(secondsLeft: number, receivedAtMs: number, nowMs: number): number {
  return Math.min(secondsLeft, Math.max(0, Math.ceil(secondsLeft - (nowMs - receivedAtMs) / 1_000)))
}
