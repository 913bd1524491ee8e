// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { WidgetWallet } from '#widget/answers.ts'
import { toConfirmation } from '#widget/flows/build-confirmation.ts'
import { namelessCoin } from '#widget/flows/load-wallet.ts'
import { facts } from '#widget/screens/parts.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import { keysEn } from '#widget/texts/keys/en.ts'
import { drawOwnChange } from './draw-own-change.ts'
import { addKey, removeKey } from './encode-own-change.ts'
import { describeOwnChanges } from './own-changes.ts'
import type { OwnChange } from './wallet-settings.ts'

const WALLET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ZERO = '0x0000000000000000000000000000000000000000'
const KEY = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
const PASSKEY = { ...KEY, credentialId: 'Y3JlZA', rpId: 'shop.example', name: 'Old \u202e phone' }
const wallet: WidgetWallet = { address: WALLET, label: '', passkey: null, passkeys: [PASSKEY] }

/** The facts on the confirm screen. `own` is the key of this browser's passkey. */
function shown(change: OwnChange, own: typeof KEY | undefined): string {
  const { stage } = testStage()
  const confirmation = toConfirmation(84_001, {
    wallet,
    coin: namelessCoin(WALLET),
    fee: null,
    functionSignature: change.functionSignature,
    describe: describeOwnChanges,
    expiresInSeconds: 420,
    call: {
      walletAddress: WALLET,
      toAddress: WALLET,
      value: 0n,
      data: change.data,
      expiration: 1n,
      fee: 0n,
      feeCoinAddress: ZERO,
      feeWithdrawAddress: ZERO,
    },
  })
  const rows = drawOwnChange(keysEn, () => own).rows(stage, confirmation)
  return facts(rows).textContent ?? ''
}

test('behavior: shows the name of the removed device, and whether it is this one', () => {
  expect(shown(removeKey(KEY), undefined)).toContain('DeviceOld phone')
  expect(shown(removeKey(KEY), undefined)).not.toContain(keysEn.devices.isThis)
  expect(shown(removeKey(KEY), KEY)).toContain(`Old phone · ${keysEn.devices.isThis}`)
  expect(shown(removeKey({ qx: KEY.qy, qy: KEY.qx }), KEY)).toContain(keysEn.devices.unnamed)
})

test('behavior: an added device has no name on the confirm screen, only its verification words', () => {
  expect(shown(addKey(KEY), undefined)).not.toContain('Old')
})
