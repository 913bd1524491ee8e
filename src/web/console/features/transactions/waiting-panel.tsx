import { useMutation, useQueryClient } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS, type HeldNotification } from '#protocol/organization-transactions.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { useSecond } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { repeatHref } from './repeat-call.ts'
import { secondsStillLeft, TimeLeft } from './waiting-count.tsx'
import type { ShownTransaction } from './organization-transactions.ts'
import type { ShownTimeline } from './transaction-timeline.ts'
import { endUserName, notificationText, outcomeOf, reminderLimit } from './transaction-words.ts'

/** A pending transaction: its end-user, its time left, and the organization's options. */
export function WaitingPanel({ timeline }: { timeline: ShownTimeline }) {
  const { transaction, notification, receivedAtMs } = timeline
  const user = endUserName(transaction) ?? t('the end-user')
  return (
    <Card
      title={t('Waiting for {user}', { user })}
      actions={
        transaction.secondsLeft !== undefined && (
          <TimeLeft
            secondsLeft={transaction.secondsLeft}
            receivedAtMs={receivedAtMs}
            className="text-lg font-strong"
          />
        )
      }
    >
      <p>
        {t(
          'Only {user} can approve this, in their approval app, with their own passkey and the number that the widget displays. No administrator and no API key of your organization can do it for them.',
          { user },
        )}
      </p>
      {notification === undefined ? (
        <p className="mt-3 text-sm text-muted">
          {t('This service does not report notifications and offers no reminders.')}
        </p>
      ) : (
        <Reminder
          transactionUuid={transaction.transactionUuid}
          notification={notification}
          receivedAtMs={receivedAtMs}
        />
      )}
    </Card>
  )
}

type ReminderProps = {
  transactionUuid: string
  notification: HeldNotification
  receivedAtMs: number
}

function Reminder({ transactionUuid, notification, receivedAtMs }: ReminderProps) {
  const queryClient = useQueryClient()
  const nowMs = useSecond()
  const remind = useMutation({
    mutationFn: () => remindApprover(transactionUuid),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: ['transactions', 'timeline', transactionUuid] }),
  })
  const waitSeconds = secondsStillLeft(notification.remindAfterSeconds, receivedAtMs, nowMs)
  const limit = reminderLimit(notification, waitSeconds)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <div className="mr-auto min-w-0 flex-1 basis-60 text-sm text-muted">
        <p>{notificationText(notification)}</p>
        <p role="status">{remind.isSuccess && t('Reminder sent.')}</p>
        {limit !== null && <p>{limit}</p>}
      </div>
      <Button
        icon="send"
        pending={remind.isPending}
        refusing={limit !== null}
        onClick={() => remind.mutate()}
      >
        {t('Remind')}
      </Button>
      <ProblemPanel error={remind.error} className="w-full" />
    </div>
  )
}

/** Notifies the end-user of a pending transaction again. */
async function remindApprover(transactionUuid: string): Promise<void> {
  await callEndpoint('/api/org', APPROVAL_ENDPOINTS.notifyApprover, { params: { transactionUuid } })
}

type OutcomeNoticeProps = { transaction: ShownTransaction; description: CallDescription | null }

/** Why a transaction had no effect, and what to do next. Nothing for others. */
export function OutcomeNotice({ transaction, description }: OutcomeNoticeProps) {
  const outcome = outcomeOf(transaction)
  if (outcome === null) return null
  const isRepeated = ['EXPIRED', 'REJECTED', 'CANCELLED'].includes(transaction.status)
  const href = isRepeated ? repeatHref(transaction, description) : null
  return (
    <Notice
      tone={outcome.tone}
      title={outcome.title}
      announce
      actions={
        href !== null && (
          <ButtonLink route="POST /api/widget-session" silent icon="refresh" to={href}>
            {t('Repeat')}
          </ButtonLink>
        )
      }
    >
      <p>{outcome.what}</p>
      <p className="mt-1">
        <span className="font-medium">{t('What to do:')}</span> {outcome.next}
      </p>
    </Notice>
  )
}
