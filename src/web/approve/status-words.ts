import type { HeldTransaction } from '#protocol/approver-api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { WITHDRAWN_REASON, type TransactionState } from '#protocol/transaction-states.ts'
import { t } from '#web/ui/text.ts'

type StatusWords = { word: string; sentence: string; tone: string }

/** Word and tone for a state. */
export function statusWords(status: TransactionState): StatusWords {
  const words: Record<TransactionState, StatusWords> = {
    PENDING_USER_APPROVAL: {
      word: t('Waiting for you'),
      sentence: t('This service sends nothing until you decide.'),
      tone: 'caution',
    },
    APPROVED: { word: t('Approved'), sentence: t('It is being sent to the blockchain.'), tone: 'info' },
    SUBMITTED: { word: t('Sent'), sentence: t('The blockchain is confirming it.'), tone: 'info' },
    CONFIRMED: { word: t('Confirmed'), sentence: t('Confirmed on the blockchain.'), tone: 'success' },
    FAILED: {
      word: t('Failed'),
      sentence: t('You approved it, and the blockchain refused it.'),
      tone: 'danger',
    },
    REJECTED: {
      word: t('Declined'),
      sentence: t('This service does not send it.'),
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

/**
 * Word and tone for a held transaction. An execution without the person's approval is not shown as confirmed
 * by them.
 */
export function heldWords({ status, bypassed }: Pick<HeldTransaction, 'status' | 'bypassed'>): StatusWords {
  if (bypassed === undefined) return statusWords(status)
  return {
    word: t('Executed without your approval'),
    sentence: t('It cannot be undone. This service did not send it.'),
    tone: 'danger',
  }
}

/** The next step after an execution without the person's approval. */
export function bypassedAdvice({ forOrganization }: Pick<HeldTransaction, 'forOrganization'>): string {
  return forOrganization
    ? t('Someone else may be signing with this wallet. Move what is left in it to another wallet now.')
    : t(
        'Someone else may be signing with your wallet. Move what is left in it to another wallet now, and contact the organization that gave you this wallet.',
      )
}

const REASON_LENGTH_MAX = 500

/**
 * Reason why a transaction ended. Reasons other than the service's own texts come from contracts and are sanitized.
 */
export function reasonText(reason: string): string {
  const known = new Map([
    ['declined by the user', t('You declined it.')],
    [
      'wrong number',
      t(
        'You picked a different number from the one shown where it was signed, so it was declined. If you requested it, sign it again there.',
      ),
    ],
    ['not approved in time', t('not approved in time')],
    [WITHDRAWN_REASON, t('It was cancelled by the organization and no longer needs your approval.')],
  ])
  return known.get(reason) ?? harmlessText(reason, REASON_LENGTH_MAX).text
}
