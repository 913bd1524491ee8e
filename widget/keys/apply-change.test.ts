import { expect, test } from 'vitest'
import type { WidgetWallet } from '#widget/answers.ts'
import { toConfirmation } from '#widget/flows/build-confirmation.ts'
import { namelessCoin } from '#widget/flows/load-wallet.ts'
import { applyChange } from './apply-change.ts'
import { addKey, keepCoSigner, removeKey, setCoSigner, startRemoval } from './encode-own-change.ts'
import { describeOwnChanges } from './own-changes.ts'
import type { OwnChange } from './wallet-settings.ts'

const WALLET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const CO_SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BACKUP = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const ZERO = '0x0000000000000000000000000000000000000000'
const KEY = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
const PASSKEY = { ...KEY, credentialId: 'Y3JlZA', rpId: 'shop.example', userHandle: 'aGFuZGxl' }
/** Another passkey of the wallet, with the same user handle. */
const REMAINING = { ...PASSKEY, qx: '3'.repeat(64), credentialId: 'cmVtYWlucw' }
const wallet: WidgetWallet = { address: WALLET, label: '', passkey: null, passkeys: [PASSKEY, REMAINING] }

type Known = { passkeys?: WidgetWallet['passkeys']; own?: typeof PASSKEY; toAddress?: `0x${string}` }

/** The stored co-signers, the credentials that the device hides, and the events after a change is confirmed. */
function confirmed(change: OwnChange, { passkeys, own, toAddress = WALLET }: Known = {}) {
  const remembered: unknown[] = []
  const hidden: string[] = []
  const confirmation = toConfirmation(84_001, {
    wallet: { ...wallet, ...(passkeys && { passkeys }) },
    coin: namelessCoin(WALLET),
    fee: null,
    functionSignature: change.functionSignature,
    describe: describeOwnChanges,
    expiresInSeconds: 420,
    call: {
      walletAddress: WALLET,
      toAddress,
      value: 0n,
      data: change.data,
      expiration: 1n,
      fee: 0n,
      feeCoinAddress: ZERO,
      feeWithdrawAddress: ZERO,
    },
  })
  const events = applyChange(confirmation, {
    coSigner: {
      keep: (coSigner) => void remembered.push(coSigner?.toLowerCase()),
      noteRemoval: () => void remembered.push('removal'),
      cancelRemoval: () => void remembered.push('no removal'),
    },
    ofWallet: () => own,
    signals: { unknown: ({ rpId, credentialId }) => void hidden.push(`${rpId} ${credentialId}`) },
  })
  return { events: events.map(({ name }) => name), remembered, hidden }
}

test.each<[what: string, change: OwnChange, expected: ReturnType<typeof confirmed>]>([
  [
    'a co-signer',
    setCoSigner(WALLET, { coSigner: CO_SIGNER }),
    { events: ['co-signer-set'], remembered: [CO_SIGNER.toLowerCase()], hidden: [] },
  ],
  [
    'a co-signer and a backup address in one batch',
    setCoSigner(WALLET, { coSigner: CO_SIGNER, backup: BACKUP }),
    { events: ['co-signer-set'], remembered: [CO_SIGNER.toLowerCase()], hidden: [] },
  ],
  [
    'no co-signer any more',
    setCoSigner(WALLET, { coSigner: ZERO }),
    { events: ['co-signer-set'], remembered: [undefined], hidden: [] },
  ],
  [
    'a removal that starts, until whose end the co-signer stays',
    startRemoval(),
    { events: [], remembered: ['removal'], hidden: [] },
  ],
  ['a removal that is stopped', keepCoSigner(), { events: [], remembered: ['no removal'], hidden: [] }],
  ['an added key', addKey(KEY), { events: ['device-added'], remembered: [], hidden: [] }],
  [
    'a removed key, whose passkey alone the device hides',
    removeKey(KEY),
    { events: ['device-removed'], remembered: [], hidden: ['shop.example Y3JlZA'] },
  ],
  [
    'a removed key of an unknown passkey',
    removeKey({ qx: KEY.qy, qy: KEY.qx }),
    { events: ['device-removed'], remembered: [], hidden: [] },
  ],
])('behavior: %s', (_what, change, expected) => {
  expect(confirmed(change)).toEqual(expected)
})

test('error: the same bytes for another contract change nothing here', () => {
  expect(confirmed(setCoSigner(WALLET, { coSigner: CO_SIGNER }), { toAddress: BACKUP })).toEqual({
    events: [],
    remembered: [],
    hidden: [],
  })
})

test('behavior: a passkey without a user handle is hidden too', () => {
  const { userHandle: _, ...handleless } = PASSKEY
  expect(confirmed(removeKey(KEY), { passkeys: [handleless] }).hidden).toEqual(['shop.example Y3JlZA'])
})

test.each<[whose: string, known: Known]>([
  [
    'this browser’s own',
    { own: REMAINING, passkeys: [{ ...PASSKEY, credentialId: REMAINING.credentialId }] },
  ],
  ['a listed', { passkeys: [PASSKEY, { ...REMAINING, credentialId: PASSKEY.credentialId }] }],
])(
  'error: a server that lists %s remaining passkey as the removed one cannot have it hidden',
  (_whose, known) => {
    expect(confirmed(removeKey(KEY), known).hidden).toEqual([])
  },
)
