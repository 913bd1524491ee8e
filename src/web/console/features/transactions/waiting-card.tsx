import { callTitle, isDangerous } from '#web/console/lib/call-texts.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { TimeLeft } from './time-left.tsx'
import { endUserName } from './transaction-words.ts'
import { useOrganizationTransactions } from './organization-transactions.ts'
import { waitingText } from './waiting-count.tsx'
import { RowLink } from '#web/console/components/table.tsx'
import { useDescribe } from '#web/console/lib/use-call-context.ts'

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
