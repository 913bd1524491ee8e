import { useMutation, useQueryClient } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS, type HeldNotification } from '#protocol/organization-transactions.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { Button, ButtonLink, DialogButton } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Notice, ProblemPanel, statusLooks } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { useSecond } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { secondsStillLeft, TimeLeft, type ShownTransaction } from './organization-transactions.tsx'
import type { ShownTimeline } from './transaction-timeline.ts'
import { approverWords, whoApproves } from './approver-words.ts'
import { approverName, notificationText, outcomeOf, reminderLimit } from './transaction-words.ts'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { plainValue } from '#protocol/display/plain-value.ts'
import { isOfCoins, TOKEN_OPERATION_KINDS } from '#protocol/operations.ts'
import type { Transaction } from '#protocol/transactions.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { paths, type SendSearchParams } from '#web/console/lib/paths.ts'

/** A pending transaction: its end-user, its time left, and the organization's options. */
export function WaitingPanel({ timeline }: { timeline: ShownTimeline }) {
  const { transaction, notification, receivedAtMs } = timeline
  const user = approverName(transaction)
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
        {whoApproves(transaction) === 'administrator'
          ? t(
              'Only {user} can approve this, in the approval app, with their own passkey and the number that the widget displays to you: tell it to them. No session and no API key can do it for them.',
              { user },
            )
          : t(
              'Only {user} can approve this, in their approval app, with their own passkey and the number that the widget displays. No administrator and no API key of your organization can do it for them.',
              { user },
            )}
      </p>
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

/** Withdraws a pending transaction. The dialog stays when it is decided meanwhile, and says so. */
export function WithdrawButton({ transaction }: { transaction: ShownTransaction }) {
  return (
    <DialogButton
      hidden={transaction.status !== 'PENDING_USER_APPROVAL'}
      route="POST /api/org/transactions/:transactionUuid/cancel"
      silent
      icon="close"
      dialog={(close) => <WithdrawDialog transaction={transaction} onClose={close} />}
    >
      {t('Withdraw')}
    </DialogButton>
  )
}

type WithdrawDialogProps = { transaction: ShownTransaction; onClose: () => void }

function WithdrawDialog({ transaction, onClose }: WithdrawDialogProps) {
  const { transactionUuid, status } = transaction
  const queryClient = useQueryClient()
  const isWaiting = status === 'PENDING_USER_APPROVAL'
  const withdraw = useMutation({
    mutationFn: () => orgApi.call(APPROVAL_ENDPOINTS.cancelTransaction, { params: { transactionUuid } }),
    onSuccess: onClose,
    // Also after a refusal: the transaction as it is now says what happened.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['transactions'] }),
  })
  return (
    <AskDialog
      title={t('Withdraw this transaction?')}
      action={t('Withdraw')}
      tone="danger"
      run={{ ...withdraw, mutate: () => withdraw.mutate(), error: isWaiting ? withdraw.error : null }}
      refusing={!isWaiting}
      onClose={onClose}
    >
      {isWaiting ? (
        <p className="text-muted">{approverWords(transaction).withdraw}</p>
      ) : (
        <Notice tone="warning" title={t('It is no longer pending')} announce>
          {t('It was decided in the meantime and cannot be withdrawn. Its status is now: {status}.', {
            status: statusLooks()[status].label,
          })}
        </Notice>
      )}
    </AskDialog>
  )
}

const FILLED: readonly string[] = ['token', 'to', 'spender', 'operator', 'approved', 'tokenId', 'amount']

/** The send page filled in with the values of a call; `null` for one that its form does not make. */
export function repeatHref(
  { walletAddress, value: wei }: Pick<Transaction, 'walletAddress' | 'value'>,
  description: CallDescription | null,
): string | null {
  const isRevocation = description?.kind === 'revoke-approval-for-all'
  const read = isRevocation ? 'set-approval-for-all' : description?.kind
  const kind = TOKEN_OPERATION_KINDS.find((one) => one === read)
  if (description === null || kind === undefined || wei !== '0') return null
  const params: SendSearchParams = { kind }
  for (const { label, value } of description.fields) {
    // The wallet moves its own items.
    if (label === 'from' && value.kind === 'address' && value.is === 'wallet') continue
    if (!FILLED.includes(label)) return null
    // An amount of a coin whose decimals are not known cannot be typed.
    const isTyped = value.kind !== 'units' || !isOfCoins(kind)
    if (isTyped) Object.assign(params, { [label]: plainValue(value) })
  }
  return paths.send.href(checksum(walletAddress), params)
}
