import { harmlessText } from '#protocol/display/text.ts'
import { t } from '#web/ui/text.ts'
import { UNAPPROVED_REASON, WITHDRAWN_REASON, type TransactionState } from '#protocol/transaction-states.ts'

type StatusWords = { word: string; sentence: string; tone: string }

/** A state in the end-user's words. */
export function statusWords(status: TransactionState): StatusWords {
  const words: Record<TransactionState, StatusWords> = {
    PENDING_USER_APPROVAL: {
      word: t('Waiting for you'),
      sentence: t('This service sends nothing until you decide.'),
      tone: 'caution',
    },
    APPROVED: { word: t('Approved'), sentence: t('It is being sent to the blockchain.'), tone: 'info' },
    SUBMITTED: { word: t('Sent'), sentence: t('The blockchain is confirming it.'), tone: 'info' },
    CONFIRMED: { word: t('Confirmed'), sentence: t('It is final.'), tone: 'success' },
    FAILED: {
      word: t('Failed'),
      sentence: t('You approved it, and the blockchain refused it.'),
      tone: 'danger',
    },
    REJECTED: {
      word: t('Declined'),
      sentence: t('It was declined, and this service does not send it.'),
      tone: 'muted',
    },
    EXPIRED: {
      word: t('Expired'),
      sentence: t('It was not approved in time, and this service does not send it.'),
      tone: 'muted',
    },
    CANCELLED: {
      word: t('Cancelled'),
      sentence: t('Nothing moved, and this service does not send it.'),
      tone: 'muted',
    },
  }
  return words[status]
}

const REASON_LENGTH_MAX = 500

/** Why a transaction ended as it did. Reasons that are not the service's own are a contract's words, made harmless. */
export function reasonText(reason: string): string {
  const known = new Map([
    ['declined by the user', t('You declined it.')],
    [
      'wrong number',
      t(
        'You picked a different number from the one where it was signed, so it was declined. If you did request it, sign it again there.',
      ),
    ],
    ['not approved in time', t('not approved in time')],
    [WITHDRAWN_REASON, t('It was withdrawn by the organization and no longer needs your approval.')],
    [
      UNAPPROVED_REASON,
      t('It was executed without your approval. Contact the organization that gave you this wallet.'),
    ],
  ])
  return known.get(reason) ?? harmlessText(reason, REASON_LENGTH_MAX).text
}
