import { harmlessText } from '#protocol/display/text.ts'
import type { OutcomeSource } from '#protocol/hosted-upstream.ts'
import {
  EXECUTE_EXPIRATION_SECONDS_MAX,
  EXTERNAL_USER_ID_LENGTH_MAX,
  HELD_OPEN_SECONDS,
} from '#protocol/limits.ts'
import { LOST_REASON, OUTSIDE_REASON, WITHDRAWN_REASON, type Bypassed } from '#protocol/transaction-states.ts'
import type { HeldNotification, TimelineStepKind } from '#protocol/transaction-timeline.ts'
import { executableText, reasonText } from '#web/console/lib/calls.ts'
import { endUserLabel } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'
import { approverWords, whoApproves, type Approver, type ApproverWords } from './approver-words.ts'
import type { ShownTransaction } from './organization-transactions.tsx'

/** Reason that the service gives if the wrong number was picked. */
const WRONG_NUMBER = 'wrong number'

export function stepTitle(kind: TimelineStepKind, transaction: ShownTransaction): string {
  const { reason, blockNumber } = transaction
  if (kind === 'declined' && reason === WRONG_NUMBER) return t('Declined: another number was picked')
  if (kind === 'confirmed' && blockNumber !== undefined)
    return t('Confirmed in block {blockNumber}', { blockNumber })
  return stepTitles(approverWords(transaction))[kind]
}

const stepTitles = (words: ApproverWords): Record<TimelineStepKind, string> => ({
  submitted: t('Signed and accepted'),
  'found-on-chain': t('Found on the chain: this service had no record of it'),
  held: words.held,
  notified: words.notified,
  approved: words.approved,
  declined: words.declined,
  reminded: t('Reminded'),
  seen: t('Opened in the approval app'),
  reported: t('Reported as not requested'),
  expired: t('Expired: not approved in time'),
  withdrawn: t('Cancelled by the organization'),
  sent: t('Sent to the chain'),
  'executed-without-approval': t('Executed without the approval'),
  'executed-against-policy': t('Executed although a policy refuses it'),
  confirmed: t('Confirmed'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
})

/** The next automatic step. Null if there is none. */
export function nextStepTitle(transaction: ShownTransaction): string | null {
  const { status, outcomeUnreported } = transaction
  if (outcomeUnreported === true) return null
  if (status === 'PENDING_USER_APPROVAL') return approverWords(transaction).waiting
  if (status === 'APPROVED') return t('Being sent to the chain')
  return status === 'SUBMITTED' ? t('Waiting for a block') : null
}

type Outcome = { tone: 'warning' | 'danger'; title: string; what: string; next: string }

/**
 * The outcome and the next step of a transaction that moved nothing or less than requested, was executed
 * without approval, or has an unknown outcome. Null for others.
 */
export function describeOutcome(transaction: ShownTransaction): Outcome | null {
  const { status, reason, approval, outcomeUnreported, bypassed } = transaction
  if (outcomeUnreported === true) return unknown(status)
  if (status === 'CONFIRMED') return bypassed === undefined ? noted(reason) : executedAnyway(bypassed)
  const words = approverWords(transaction)
  const approver = whoApproves(transaction)
  if (status === 'EXPIRED') return expired(words, approver)
  if (status === 'REJECTED') return declined(words, { reason, isReported: approval?.reported === true })
  if (status === 'CANCELLED') return cancelled(words, approver, reason)
  if (status !== 'FAILED') return null
  const wasSent = transaction.transactionHash !== undefined
  // Until this time, the signature can still be executed, so signing the payment again could pay twice.
  const executable = executableText(transaction)
  return {
    tone: 'danger',
    title: wasSent ? t('It failed on the chain') : t('It could not be sent'),
    what: `${sentence(reason)} ${executable ?? t('Nothing was moved.')}`,
    next: `${t('Fix the reason first.')} ${executable === null ? words.signAgain : t('Until then the same payment, signed again, may be paid twice.')}`,
  }
}

/**
 * The service's note on an execution, for example that less was delivered than requested. Null if there is
 * none.
 */
function noted(reason: string | undefined): Outcome | null {
  // The timeline already says that the call was found on the chain.
  if (reason === undefined || reason === OUTSIDE_REASON || reason === LOST_REASON) return null
  return {
    tone: 'warning',
    title: t('Check what moved'),
    what: sentence(reason),
    next: t('Before you pay again, compare the balances of both sides with the request.'),
  }
}

function executedAnyway(bypassed: Bypassed): Outcome {
  const titles: Record<Bypassed, string> = {
    'end-user': t('Executed without the end-user’s approval'),
    administrator: t('Executed without the approval that a policy requires'),
    policy: t('Executed although a policy refuses it'),
  }
  return {
    tone: 'danger',
    title: titles[bypassed],
    what: t(
      'Someone submitted the signed call to the chain without this service. The chain knows neither approvals nor policies, and the transaction cannot be undone.',
    ),
    next: t(
      'Find out who signs with the passkey of this wallet, and move what is left in it to another wallet.',
    ),
  }
}

function unknown(status: ShownTransaction['status']): Outcome {
  return {
    tone: 'warning',
    title: t('The outcome is unknown'),
    what:
      status === 'PENDING_USER_APPROVAL'
        ? t('The time for the approval has passed, and the hosted service reported no decision.')
        : t('It was approved, and the hosted service does not report what happened next.'),
    next: t('Look it up at the service before the same payment is signed again.'),
  }
}

function expired({ signAgain }: ApproverWords, approver: Approver): Outcome {
  const staysOpen =
    approver === 'administrator'
      ? t('Each stays open until a minute before its signature ends, at most {hours} hours.', {
          hours: EXECUTE_EXPIRATION_SECONDS_MAX / 3_600,
        })
      : t('Each stays open for {minutes} minutes, or until a minute before its signature ends.', {
          minutes: HELD_OPEN_SECONDS / 60,
        })
  return {
    tone: 'warning',
    title: t('Not approved in time'),
    what: t('Nothing was sent to the chain, and this transaction can no longer be approved.'),
    next: `${signAgain} ${staysOpen}`,
  }
}

function cancelled(words: ApproverWords, approver: Approver, reason: string | undefined): Outcome {
  const ended = { ...expired(words, approver), next: words.signAgain }
  if (reason === WITHDRAWN_REASON) return { ...ended, title: t('Cancelled by the organization') }
  const what = t('The signed call was cancelled on the chain: it can no longer be executed.')
  return { ...ended, title: t('Cancelled by the signer'), what }
}

type Decline = { reason: string | undefined; isReported: boolean }

function declined(words: ApproverWords, { reason, isReported }: Decline): Outcome {
  if (isReported) {
    return {
      tone: 'danger',
      title: words.reportedTitle,
      what: t(
        'They declined and reported it. Nothing was sent, and mails about this wallet are paused for a while.',
      ),
      next: words.findOut,
    }
  }
  if (reason === WRONG_NUMBER) {
    return {
      tone: 'warning',
      title: t('Another number was picked'),
      what: words.wrongNumber,
      next: `${t('They picked the wrong number, or were looking at another request.')} ${words.signAgain}`,
    }
  }
  return {
    tone: 'warning',
    title: words.declinedTitle,
    what: t('Nothing was sent to the chain, and this transaction can no longer be approved.'),
    next: `${t('If they changed their mind:')} ${words.signAgain}`,
  }
}

/** State of the approver's notification. */
export function notificationText(notification: HeldNotification, approver: Approver): string {
  const { state, silencedUntilDatetime } = notification
  if (approver === 'administrator')
    return {
      sent: t('The administrator was notified.'),
      queued: t('The mail to the administrator is being sent.'),
      withheld: t('No mail was sent: the administrator received many in a short time.'),
      failed: t('The mail could not be delivered. Ask the administrator to open the approval app.'),
    }[state]
  if (silencedUntilDatetime !== undefined)
    return t(
      'The end-user reported a transaction of this wallet and gets no mails about it for now. This transaction is in their approval app.',
    )
  return {
    sent: t('The end-user was notified.'),
    queued: t('The mail to the end-user is being sent.'),
    withheld: t(
      'No mail was sent: the end-user received many in a short time. This transaction is in their approval app.',
    ),
    failed: t('The mail could not be delivered. Ask the end-user to open their approval app.'),
  }[state]
}

/**
 * Reason why no reminder can be sent now. Null if a reminder can be sent. `waitSeconds`: seconds until the next
 * reminder.
 */
export function reminderLimit(
  { remindersLeft, silencedUntilDatetime }: HeldNotification,
  waitSeconds: number,
): string | null {
  if (silencedUntilDatetime !== undefined) return t('The end-user has silenced reminders for now.')
  if (remindersLeft === 0) return t('All three reminders of this transaction were sent.')
  if (waitSeconds > 0)
    return t('The next reminder can be sent in {seconds, plural, one {# second} other {# seconds}}.', {
      seconds: waitSeconds,
    })
  return null
}

/** Source of a hosted service's transaction state, as a sentence. */
export function sourceText(source: OutcomeSource): string {
  return {
    execute: t('Status from the hosted service’s response to execute; no newer report.'),
    webhook: t('Status from a webhook of the hosted service.'),
    poll: t('Status from a lookup at the hosted service.'),
  }[source]
}

/** Name of the approver of a held transaction. */
export function approverName(transaction: ShownTransaction): string {
  return transaction.approverEmail ?? endUserName(transaction) ?? approverWords(transaction).unnamed
}

/**
 * The transaction's end-user, sanitized because end-users choose their names. Null for the organization's own
 * wallets, or if unknown.
 */
export function endUserName({ externalUserId, externalUserLabel, email }: ShownTransaction): string | null {
  if (externalUserId === '') return null
  const name = endUserLabel(externalUserLabel)
  return name || email || harmlessText(externalUserId, EXTERNAL_USER_ID_LENGTH_MAX).text
}

/** A reason as a sentence. The reason may come from a contract. */
function sentence(reason: string | undefined): string {
  if (reason === undefined) return t('The chain gave no reason.')
  const text = reasonText(reason)
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
