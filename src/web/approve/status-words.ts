import type { TransactionState } from '#protocol/org/transaction-states.ts'

/** Each state as the end-user reads it. */
export const STATUS_WORDS: Record<TransactionState, { word: string; sentence: string; tone: string }> = {
  PENDING_USER_APPROVAL: {
    word: 'Waiting for you',
    sentence: 'Nothing happens before you decide.',
    tone: 'caution',
  },
  APPROVED: { word: 'Approved', sentence: 'It is being sent to the blockchain.', tone: 'info' },
  SUBMITTED: { word: 'Sent', sentence: 'The blockchain is confirming it.', tone: 'info' },
  CONFIRMED: { word: 'Confirmed', sentence: 'It is final.', tone: 'success' },
  FAILED: {
    word: 'Failed',
    sentence: 'You approved it, and the blockchain refused it.',
    tone: 'danger',
  },
  REJECTED: {
    word: 'Declined',
    sentence: 'It was declined, and this service does not send it.',
    tone: 'muted',
  },
  EXPIRED: {
    word: 'Expired',
    sentence: 'It was not approved in time, and this service does not send it.',
    tone: 'muted',
  },
  CANCELLED: { word: 'Cancelled', sentence: 'It can no longer be executed. Nothing moved.', tone: 'muted' },
}
