import { t } from '#web/ui/text.ts'
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
