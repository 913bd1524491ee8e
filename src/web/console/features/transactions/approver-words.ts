import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.tsx'

/** The kind of approver of a held transaction. `unknown`: the transaction may not have been held. */
export type Approver = 'end-user' | 'administrator' | 'unknown'

/** An administrator approves if a policy requires it (ADR 0014), otherwise the wallet's end-user. */
export function whoApproves({ approval }: Pick<ShownTransaction, 'approval'>): Approver {
  if (approval === undefined) return 'unknown'
  return approval.forOrganization === true ? 'administrator' : 'end-user'
}

/** All texts about the approver of a transaction. */
export type ApproverWords = {
  unnamed: string
  held: string
  waiting: string
  notified: string
  approved: string
  declined: string
  /** Title of the outcome after the approver declined. */
  declinedTitle: string
  reportedTitle: string
  /** Next step after a report. */
  findOut: string
  /** Consequence of a wrong number picked by the approver. */
  wrongNumber: string
  /** Instruction for a signer who wants to make the same call again. */
  signAgain: string
  /** Consequence of cancelling a pending transaction. */
  cancel: string
}

const endUserWords = (): ApproverWords => ({
  unnamed: t('the end-user'),
  held: t('Held for the end-user'),
  waiting: t('Waiting for the end-user'),
  notified: t('End-user notified'),
  approved: t('Approved by the end-user'),
  declined: t('Declined by the end-user'),
  declinedTitle: t('The end-user declined'),
  reportedTitle: t('The end-user did not request this'),
  findOut: t(
    'Find out who started it: check the session at that time in your product, and who has its API keys. Talk to the user before they sign again.',
  ),
  wrongNumber: t(
    'The end-user picked a number that their widget did not display, which declines immediately. Nothing was sent.',
  ),
  signAgain: t(
    'Have the user start again in your product: it prepares the same call again, to be signed and approved.',
  ),
  cancel: t(
    'The end-user can no longer approve it, and this service does not send it. To pay after all, it has to be signed again.',
  ),
})

/** Texts for a transaction without an end-user who signs in the integrator's product. */
const organizationWords = () => ({
  findOut: t(
    'Find out who started it: check the audit log at that time, and who has your API keys. Talk to the approver before it is signed again.',
  ),
  wrongNumber: t('The administrator picked a wrong number, which declines immediately. Nothing was sent.'),
})

const administratorWords = (): ApproverWords => ({
  ...organizationWords(),
  unnamed: t('an administrator'),
  held: t('Held for an administrator'),
  waiting: t('Waiting for an administrator'),
  notified: t('Administrator notified'),
  approved: t('Approved by an administrator'),
  declined: t('Declined by an administrator'),
  declinedTitle: t('The administrator declined'),
  reportedTitle: t('The administrator did not request this'),
  signAgain: t(
    'Sign it again with “Repeat”. If it expired, the approvals of the last 7 days count for the new signature, as long as the call, the requester and the policy stay the same. The last approval is always a new one.',
  ),
  cancel: t(
    'Nobody can approve it any more, and this service does not send it. To pay after all, it has to be signed and approved again.',
  ),
})

const unheldWords = (): ApproverWords => ({
  ...organizationWords(),
  unnamed: t('an approver'),
  held: t('Held for approval'),
  waiting: t('Waiting for approval'),
  notified: t('Approver notified'),
  approved: t('Approved'),
  declined: t('Declined'),
  declinedTitle: t('Declined'),
  reportedTitle: t('It was reported as not requested'),
  signAgain: t('Have the same call prepared and signed again.'),
  cancel: t(
    'It can no longer be approved, and this service does not send it. To pay after all, it has to be signed again.',
  ),
})

const WORDS: Record<Approver, () => ApproverWords> = {
  'end-user': endUserWords,
  administrator: administratorWords,
  unknown: unheldWords,
}

/** Texts for the approver of a transaction. */
export function approverWords(transaction: Pick<ShownTransaction, 'approval'>): ApproverWords {
  return WORDS[whoApproves(transaction)]()
}
