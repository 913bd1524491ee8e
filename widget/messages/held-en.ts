import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { CancelMessages } from './cancel-en.ts'
import type { OrdinaryState } from './en.ts'

const states: Record<Exclude<TransactionState, OrdinaryState>, { heading: string; text: string }> = {
  PENDING_USER_APPROVAL: {
    heading: 'Waiting for your approval',
    text: 'Approve or decline it in your approval app. Nothing is sent before that.',
  },
  APPROVED: { heading: 'Approved', text: 'It is being sent to the blockchain.' },
  FAILED: {
    heading: 'The transfer failed',
    text: 'The blockchain refused it, and the tokens are still in your wallet. Check the balance before you prepare it again.',
  },
  REJECTED: {
    heading: 'Declined',
    text: 'It was declined in your approval app. Nothing was sent. If that was a slip, prepare it again.',
  },
  EXPIRED: {
    heading: 'Expired',
    text: 'It was not approved in time. Nothing was sent. Prepare it again for a new number.',
  },
  CANCELLED: { heading: 'Cancelled', text: 'It can no longer be executed. Nothing was sent.' },
}

/** The texts of a transaction that waits for its user's approval, in English. They are in the file that is loaded for it. */
export const heldEn = {
  states,
  unseen: {
    heading: 'We cannot see how it went',
    text: 'The wallet service has not answered for five minutes. It may be confirmed by now, or not: look again before you send anything else.',
  },
  again: 'Prepare again',
  cancel: 'Cancel this payment',
  unsure:
    'You have signed it, and it may be on its way. Try again: the same signature is handed in, and it counts only once. Until then pay nothing else in its place.',
  /** `time`: a date and a time of day. */
  executable: (time: string) =>
    `It did not go through, but until ${time} it still can: when you try again here, or when somebody else hands in your signature. Pay nothing else in its place before that.`,
  number: (number: number) => `Pick ${number}`,
  pick: 'Pick this number in your approval app to approve it. Nothing is sent before that.',
  timeLeft: (time: string) => `Time left: ${time}`,
  open: 'Open the approval app',
  mailed: (email: string | undefined) => `We sent a link to ${email ?? 'your email'}.`,
  reported: 'You said that you did not ask for it. Nothing was sent, and the organization was told.',
}

/** With those of cancelling, whose file has them in English. */
export type HeldMessages = typeof heldEn & { cancelling: CancelMessages }
