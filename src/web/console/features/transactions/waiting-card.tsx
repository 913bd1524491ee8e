import { callTitle, isDangerous } from '#web/console/lib/call-texts.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { Card, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { endUserName } from './transaction-words.ts'
import { useOrganizationTransactions, type ListedTransactions } from './organization-transactions.ts'
import { RowLink } from '#web/console/components/table.tsx'
import { useDescribe } from '#web/console/lib/use-call-context.ts'
import { timeLeftText } from '#web/ui/time-left-text.ts'
import { useSecond } from '#web/console/lib/use-now.ts'

const SHOWN_MAX = 3

/** The card's filter. */
export const WAITING = { status: 'PENDING_USER_APPROVAL' } as const

/** The end-users' pending transactions, on the overview. */
export function WaitingCard() {
  const describe = useDescribe()
  const waiting = useOrganizationTransactions(WAITING)
  const count = waiting.data === undefined ? '0' : waitingText(waiting.data)
  return (
    <Card
      title={t('Waiting for approval')}
      actions={
        count !== '0' && (
          <TextLink to={paths.pendingTransactions.href()}>{t('All {count}', { count })}</TextLink>
        )
      }
      flush
    >
      <Loaded
        query={waiting}
        skeleton={<SkeletonRows rows={1} label={t('Loading pending approvals')} />}
        isEmpty={({ transactions }) => transactions.length === 0}
        empty={<p className="px-4 py-3 text-sm text-muted">{t('No pending approvals.')}</p>}
      >
        {({ transactions, receivedAtMs }) => (
          <ul className="divide-y divide-line">
            {transactions.slice(0, SHOWN_MAX).map((transaction) => {
              const description = describe(transaction)
              return (
                <li key={transaction.transactionUuid} className="relative px-4 py-3 hover:bg-hover">
                  <div className="flex items-baseline justify-between gap-4">
                    <RowLink
                      to={paths.transaction.href(transaction.transactionUuid)}
                      className="min-w-0 truncate"
                    >
                      {callTitle(description)}
                    </RowLink>
                    {transaction.secondsLeft !== undefined && (
                      <TimeLeft
                        secondsLeft={transaction.secondsLeft}
                        receivedAtMs={receivedAtMs}
                        className="text-sm text-muted"
                      />
                    )}
                  </div>
                  <p className="truncate text-sm text-muted">{endUserName(transaction) ?? t('End-user')}</p>
                  {isDangerous(description) && <Badge tone="danger">{t('High risk')}</Badge>}
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

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

/** The time left by the server's answer, less what has passed by its clock since; never more, never below 0. */
export function secondsStillLeft(secondsLeft: number, receivedAtMs: number, nowMs: number): number {
  return Math.min(secondsLeft, Math.max(0, Math.ceil(secondsLeft - (nowMs - receivedAtMs) / 1_000)))
}
