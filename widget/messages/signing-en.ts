import type { WarningCode } from '#protocol/display/call-description.ts'

type What = { label: string; main: string; remark?: string }

/** What is missing where a box is not ticked. */
export const tickFirst = 'Tick this, or leave.'

/** The texts of calls given as bytes, of several calls under one signature, and of what a page describes, in English. */
export const signingEn = {
  /** What each call does. `amount` is harmless already, and so are the page's words. */
  what: {
    coins: (amount: string): What => ({ label: 'You send', main: amount }),
    moved: (amount: string): What => ({ label: 'You move what another account holds', main: amount }),
    moreAllowance: (amount: string): What => ({ label: 'You allow more spending', main: amount }),
    several: (count: number): What => ({
      label: 'You sign once for',
      main: count === 1 ? '1 call' : `${count} calls`,
      remark: 'They are made in this order: all of them, or none.',
    }),
    backup: (): What => ({ label: 'You change this wallet', main: 'It gets this backup address' }),
    backupRemoved: (): What => ({
      label: 'You change this wallet',
      main: 'It has no backup address any more',
    }),
    recoveryCancelled: (): What => ({ label: 'You change this wallet', main: 'The recovery is cancelled' }),
    callCancelled: (): What => ({ label: 'You take back', main: 'A call that you signed' }),
    formatted: (said: string): What => ({
      label: 'This page says',
      main: said,
      remark:
        'These words are the page’s, and nobody here has checked them. Addresses and numbers are read from the call itself.',
    }),
  },
  labels: {
    backup: 'Backup address',
    data: 'Data',
    extraData: 'Data handed over',
    holder: 'Taken from',
    length: 'Length',
    selector: 'Function',
    value: 'Also sent',
  },
  callOf: (number: number, count: number) => `Call ${number} of ${count}`,
  bytes: (count: number) => (count === 1 ? '1 byte' : `${count} bytes`),
  /** In addition to the widget's own warnings. */
  warnings: {
    'allowance-over-balance': 'This is more than your wallet holds: what comes later may be taken too.',
    'from-other-account':
      'What is moved belongs to another account, which has allowed your wallet to move it.',
    'removes-backup':
      'The wallet will have no backup address. If the passkey is lost, nobody can recover the wallet.',
    'sets-backup': 'Whoever controls the backup address can take over the wallet after a delay.',
  } satisfies Partial<Record<WarningCode, string>>,
  unread: {
    heading: 'This page asks for something that cannot be read',
    lede: 'Nobody here can tell what this call does. It may give away everything that this wallet holds.',
    understood: 'I understand that I cannot see what this does',
    missing: tickFirst,
    submit: 'Go on',
  },
}

/** Those texts in one language. */
export type SigningMessages = typeof signingEn
