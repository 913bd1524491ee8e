import { describe, expect, test } from 'vitest'
import { ownChangeHarness } from '#widget/testing/own-change-harness.ts'
import type { OnChain } from '#widget/testing/stand-in-wallet.ts'
import { findUnprotected, putOff } from './offer-protection.ts'

const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const DAY_MS = 86_400_000

async function wallet(chain: OnChain) {
  const harness = await ownChangeHarness((own) => ({ keys: [{ number: 0, ...own }], ...chain }))
  const find = (wanted?: string) =>
    findUnprotected(harness.common, wanted, harness.leaving.controller.signal).then((found) => found?.address)
  return { ...harness, find }
}

describe('the offer to protect a wallet', () => {
  test.each<[what: string, chain: OnChain, isOffered: boolean]>([
    ['an enrolled user’s wallet', { approvalWallet: APPROVAL }, true],
    ['a user who has not enrolled', {}, false],
    [
      'a wallet whose backup address is the approval wallet',
      { approvalWallet: APPROVAL, backupAddress: APPROVAL },
      false,
    ],
    ['a wallet with a co-signer', { approvalWallet: APPROVAL, coSigner: APPROVAL }, false],
  ])('behavior: %s', async (_what, chain, isOffered) => {
    const { find, address } = await wallet(chain)
    expect(await find()).toBe(isOffered ? address : undefined)
  })

  test('behavior: is not made for another wallet than the page’s, nor among several', async () => {
    const { find, world, address } = await wallet({ approvalWallet: APPROVAL })
    expect(await find(APPROVAL)).toBeUndefined()
    world.wallets.push({ address: APPROVAL, label: '', passkey: null })
    expect(await find()).toBeUndefined()
    expect(await find(address)).toBe(address)
  })

  test('behavior: is not made to a page whose token may not change the wallet', async () => {
    const { find, world } = await wallet({ approvalWallet: APPROVAL })
    world.operations = ['create', 'transfer', 'execute']
    expect(await find()).toBeUndefined()
  })

  test('behavior: that was put off comes again after a week', async () => {
    const { find, common, clock, address } = await wallet({ approvalWallet: APPROVAL })
    putOff(common, address)
    clock.advance(7 * DAY_MS - 1)
    expect(await find()).toBeUndefined()
    clock.advance(1)
    expect(await find()).toBe(address)
  })
})
