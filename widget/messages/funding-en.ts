/** The texts of a new wallet that waits for its fee, in English. They are in the file that is loaded for it. */
export const fundingEn = {
  heading: 'Add tokens',
  lede: 'This wallet pays its own fees, so it needs a small balance first.',
  missing: 'Send at least',
  address: 'to this address',
  watching: 'Watching. We go on by ourselves as soon as the payment arrives.',
  stalled: 'The balance could not be read. We keep trying.',
  arrived: 'Arrived so far',
}

export type FundingMessages = typeof fundingEn
