import { EXTERNAL_USER_ID_LENGTH_MAX, EXTERNAL_USER_LABEL_LENGTH_MAX } from '#shared/baas/limits.ts'
import { harmlessText } from '#shared/display/text.ts'
import type { OutcomeSource } from '#shared/org/hosted-upstream.ts'
import type { HeldNotification, TimelineStepKind } from '#shared/org/organization-transactions.ts'
import type { ShownTransaction } from './transaction-record.ts'

const STEP_TITLES: Record<TimelineStepKind, string> = {
  submitted: 'Signed and accepted',
  held: 'Held for the end-user',
  notified: 'End-user notified',
  reminded: 'Reminded',
  seen: 'Opened in the approval app',
  approved: 'Approved by the end-user',
  declined: 'Declined by the end-user',
  reported: 'Reported: they did not ask for it',
  expired: 'Expired: nobody approved in time',
  sent: 'Sent to the chain',
  confirmed: 'Confirmed',
  failed: 'Failed',
}

/** The reason that the service gives when the number that was picked is not the widget's. */
const WRONG_NUMBER = 'wrong number'

/** A step in a few words. */
export function stepTitle(kind: TimelineStepKind, { reason, blockNumber }: ShownTransaction): string {
  if (kind === 'declined' && reason === WRONG_NUMBER) return 'Declined: another number was picked'
  if (kind === 'confirmed' && blockNumber !== undefined) return `Confirmed in block ${blockNumber}`
  return STEP_TITLES[kind]
}

/** What happens next by itself; `null` when nothing does. */
export function nextStepTitle({ status }: ShownTransaction): string | null {
  if (status === 'PENDING_USER_APPROVAL') return 'Waiting for the end-user'
  if (status === 'APPROVED') return 'Being sent to the chain'
  return status === 'SUBMITTED' ? 'Waiting for a block' : null
}

export type Outcome = { tone: 'warning' | 'danger'; title: string; what: string; next: string }

const SIGN_AGAIN =
  'Have the user start again in your product: it prepares the same call anew, to be signed and approved.'

/** How a transaction that never moved anything ended, and what to do next; `null` for every other. */
export function outcomeOf(transaction: ShownTransaction): Outcome | null {
  const { status, reason, approval } = transaction
  if (status === 'EXPIRED') {
    return {
      tone: 'warning',
      title: 'Nobody approved it in time',
      what: 'Nothing was sent to the chain, and this transaction can no longer be approved.',
      next: `${SIGN_AGAIN} Each stays open for 15 minutes, or until a minute before its signature ends.`,
    }
  }
  if (status === 'REJECTED') return declined(reason, approval?.reported === true)
  if (status !== 'FAILED') return null
  const wasSent = transaction.transactionHash !== undefined
  return {
    tone: 'danger',
    title: wasSent ? 'It failed on the chain' : 'It could not be sent',
    what: `${sentence(reason ?? 'The chain gave no reason')} What it would have moved stayed where it was.`,
    next: `See to the reason first. Then: ${SIGN_AGAIN}`,
  }
}

function declined(reason: string | undefined, isReported: boolean): Outcome {
  if (isReported) {
    return {
      tone: 'danger',
      title: 'The end-user did not ask for this',
      what: 'They declined and reported it. Nothing was sent, and mails about this wallet are silent for a while.',
      next: 'Find out who began it: look at the session of that time in your product, and at who holds its API keys. Speak with the user before they sign again.',
    }
  }
  if (reason === WRONG_NUMBER) {
    return {
      tone: 'warning',
      title: 'Another number was picked',
      what: 'The end-user picked a number that their widget did not show, which declines at once. Nothing was sent.',
      next: `It was a slip, or they were looking at another request. ${SIGN_AGAIN}`,
    }
  }
  return {
    tone: 'warning',
    title: 'The end-user declined',
    what: 'Nothing was sent to the chain, and this transaction can no longer be approved.',
    next: `If they changed their mind: ${SIGN_AGAIN.charAt(0).toLowerCase()}${SIGN_AGAIN.slice(1)}`,
  }
}

/** How far the news came, for the one who waits with them. */
export function notificationText({ state, silencedUntilDatetime }: HeldNotification): string {
  if (silencedUntilDatetime !== undefined)
    return 'The end-user has reported a transaction of this wallet and is not written to about it for now. They find this one in their approval app.'
  const texts: Record<HeldNotification['state'], string> = {
    sent: 'The end-user was written to.',
    queued: 'The mail to the end-user is on its way.',
    withheld:
      'No mail was sent: the end-user had many in a short time. They find this one in their approval app.',
    failed: 'The mail could not be delivered. Tell the end-user to open their approval app.',
  }
  return texts[state]
}

/** What keeps a reminder from being sent now; `null` when nothing does. `waitSeconds`: until the next may go. */
export function reminderLimit(
  { remindersLeft, silencedUntilDatetime }: HeldNotification,
  waitSeconds: number,
): string | null {
  if (silencedUntilDatetime !== undefined) return 'Reminders are silenced by the end-user for now.'
  if (remindersLeft === 0) return 'All three reminders of this transaction are sent.'
  if (waitSeconds > 0) return `The next reminder may go in ${waitSeconds} s.`
  return null
}

const SOURCES: Record<OutcomeSource, string> = {
  execute: 'the hosted service’s answer to execute; nothing newer was heard',
  webhook: 'a webhook of the hosted service',
  poll: 'asking the hosted service',
  clock: 'this server’s own clock: the hosted service has told nothing',
}

/** By what the state of a hosted service's transaction is known. */
export function sourceText(source: OutcomeSource): string {
  return SOURCES[source]
}

/** Whose transaction it is, made harmless: end-users choose names. `null` for the organization's own, or unknown. */
export function endUserName({ externalUserId, externalUserLabel, email }: ShownTransaction): string | null {
  if (externalUserId === '') return null
  const name = harmlessText(externalUserLabel, EXTERNAL_USER_LABEL_LENGTH_MAX).text
  return name || email || harmlessText(externalUserId, EXTERNAL_USER_ID_LENGTH_MAX).text
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
