import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import type { HeldNotification } from '#protocol/transaction-timeline.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { approverName as approverLabel } from '#web/console/lib/approver-name.ts'
import { formatChoice } from '#web/console/lib/format-list.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { useSecond } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { ApprovalNumber } from './approval-number.tsx'
import { approvalsText, ApproverList, useMembers } from './approver-list.tsx'
import { whoApproves } from './approver-words.ts'
import { DecideButton } from './decide-button.tsx'
import { secondsStillLeft, TimeLeft } from './organization-transactions.tsx'
import type { ShownTimeline } from './transaction-timeline.ts'
import { approverName, notificationText, reminderLimit } from './transaction-words.ts'

/** A pending transaction: its end-user, the time left, and the organization's options. */
export function WaitingPanel({ timeline }: { timeline: ShownTimeline }): ReactElement {
  const { transaction, notification, receivedAtMs } = timeline
  const isForOrganization = whoApproves(transaction) === 'administrator'
  const user = approverName(transaction)
  return (
    <Card
      title={isForOrganization ? t('Waiting for approval') : t('Waiting for {user}', { user })}
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
      {isForOrganization ? (
        <WaitingForPeople timeline={timeline} />
      ) : (
        <p>
          {t(
            'Only {user} can approve this, in their approval app, with their own passkey and the number that the widget displays. No administrator and no API key of your organization can do it for them.',
            { user },
          )}
        </p>
      )}
      {notification === undefined ? (
        <p className="mt-3 text-sm text-muted">
          {t('This service does not report notifications and offers no reminders.')}
        </p>
      ) : (
        <Reminder {...{ transaction, notification, receivedAtMs }} />
      )}
    </Card>
  )
}

/** The approvals so far, the people who may still decide, and the number for the requester. */
function WaitingForPeople({ timeline: { transaction, requester } }: { timeline: ShownTimeline }) {
  const members = useMembers()
  const { transactionUuid, approvers = [] } = transaction
  const { admin } = useSession()
  const open = approvers.filter(({ decision, removed }) => decision === undefined && removed !== true)
  const isMine = open.some(({ self, administratorId }) => self === true || administratorId === admin.id)
  const names = formatChoice(open.map((one) => approverLabel(one, members)))
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium">
        {approvers.length === 0
          ? t('Waiting for {user}', { user: approverName(transaction) })
          : approvalsText(transaction, members)}
      </p>
      <ApprovalNumber
        transactionUuid={transactionUuid}
        requester={requester}
        approvers={approvers.length === 0 ? approverName(transaction) : names}
      />
      {isMine && <DecideButton transactionUuid={transactionUuid} />}
      {approvers.length > 0 && <ApproverList approvers={approvers} />}
      <p className="text-sm text-muted">
        {t(
          'Each approves with their own approval passkey and the number that the requester sees. No session and no API key can do it for them. One decline ends it.',
        )}
      </p>
    </div>
  )
}

type ReminderProps = Pick<ShownTimeline, 'transaction' | 'receivedAtMs'> & { notification: HeldNotification }

function Reminder({ transaction, notification, receivedAtMs }: ReminderProps) {
  const { transactionUuid } = transaction
  const queryClient = useQueryClient()
  const nowMs = useSecond()
  const remind = useMutation({
    mutationFn: () => orgApi.call(APPROVAL_ENDPOINTS.notifyApprover, { params: { transactionUuid } }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: ['transactions', 'timeline', transactionUuid] }),
  })
  const waitSeconds = secondsStillLeft(notification.remindAfterSeconds, receivedAtMs, nowMs)
  const limit = reminderLimit(notification, waitSeconds)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <div className="mr-auto min-w-0 flex-1 basis-60 text-sm text-muted">
        <p>{notificationText(notification, whoApproves(transaction))}</p>
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
