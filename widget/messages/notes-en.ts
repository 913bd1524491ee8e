/** Notes on a call from the wallet's history and balances, in English. Amounts and addresses are harmless already. */
export const notesEn = {
  /** `before` and `after` are amounts with their symbol. */
  balance: (before: string, after: string) => `You have ${before}, and ${after} after this.`,
  /** Balances are reported by the server; nothing that is signed depends on them. */
  source: 'As the server tells it.',
  feeLarge: 'The fee is more than what you send.',
  /** `whole`: all of the wallet's history is known here. */
  first: (address: string, whole: boolean) =>
    whole
      ? `This wallet has not dealt with ${address} before. Compare the address digit by digit.`
      : `This wallet has not dealt with ${address} lately. Compare the address digit by digit.`,
  /** `until`: a date and a time of day. */
  unfinished: (address: string, until: string) =>
    `An earlier payment to ${address} can still be carried out until ${until}. If you confirm this one too, you may pay twice.`,
  imitates: {
    wallet: (address: string, _wallet: string) =>
      `${address} begins and ends like this wallet’s own address, and is another one.`,
    known: (address: string, original: string) =>
      `${address} begins and ends like ${original}, with which this wallet has dealt, and is another one. Whoever made it wants you to confuse them.`,
    token: (address: string, original: string) =>
      `${address} begins and ends like ${original}, a token’s contract, and is another one. Whoever made it wants you to confuse them.`,
  },
  /** What a simulation on the chain saw the call do, as the server tells it. */
  simulation: {
    differs:
      'A simulation on the blockchain differs from what is shown here. Do not confirm unless you know why.',
    balance: 'Balance of',
    approval: 'Permission for',
    read: 'Shown here',
    simulated: 'In the simulation',
    nothing: 'No change',
    everything: 'Every item',
    understood: 'I know why it differs',
  },
}

/** Those texts in one language. */
export type NotesMessages = typeof notesEn
