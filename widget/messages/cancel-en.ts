/** The texts of cancelling a signed call, in English. They are in the file that is loaded for it. */
export const cancelEn = {
  /** Stands above what is cancelled. */
  what: 'With this signature you cancel the following. It can then no longer be carried out.',
  refused: 'It could not be cancelled. Perhaps it has just been carried out: we go on looking.',
  tooLate: 'It could not be cancelled in time: the payment was made.',
}

export type CancelMessages = typeof cancelEn
