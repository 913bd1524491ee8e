import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { executeRequestSchema, type ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { OfferTime } from '#widget/files.ts'
import { setCoSigner } from '#widget/keys/encode-own-change.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import type { OnChain } from '#widget/testing/stand-in-wallet.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { encodeSetBackup } from '#widget/wallet/wallet-calls.ts'
import { keepCoSigner } from './known-co-signer.ts'
import { findUnprotected, putOff } from './offer-protection.ts'

const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const DAY_MS = 86_400_000

/** A call as the service has stored it. */
const requestOf = (walletAddress: string, toAddress: string, data: string): ExecuteRequest =>
  executeRequestSchema.parse({
    walletAddress,
    toAddress,
    data,
    value: '0',
    expiration: '1',
    fee: '0',
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
    signature: `0x${'ab'.repeat(65)}`,
  })

async function wallet(chain: OnChain) {
  const world = await widgetWorld.ownChanges((own) => ({ keys: [{ number: 0, ...own }], ...chain }))
  const { common, leaving } = world
  const look = (at: OfferTime, wanted?: string) =>
    findUnprotected(common, { wanted, at }, leaving.controller.signal)
  const find = async (wanted?: string, at: OfferTime = 'choosing') => (await look(at, wanted))?.address
  return { ...world, find, look }
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

  test('behavior: is not shown for a wallet other than the page’s, or if there are several', async () => {
    const { find, server, address } = await wallet({ approvalWallet: APPROVAL })
    expect(await find(APPROVAL)).toBeUndefined()
    server.wallets.push({ address: APPROVAL, label: '', passkey: null })
    expect(await find()).toBeUndefined()
    expect(await find(address)).toBe(address)
  })

  test('behavior: is not shown to a page whose token may not change the wallet', async () => {
    const { find, server } = await wallet({ approvalWallet: APPROVAL })
    server.operations = ['create', 'transfer', 'execute']
    expect(await find()).toBeUndefined()
  })

  test('behavior: the offer is shown again a week after it was postponed', async () => {
    const { find, common, clock, address } = await wallet({ approvalWallet: APPROVAL })
    putOff(common, address)
    clock.advance(7 * DAY_MS - 1)
    expect(await find()).toBeUndefined()
    clock.advance(1)
    expect(await find()).toBe(address)
  })

  test('behavior: an offer after a creation ignores an earlier postponement and starts none', async () => {
    const { find, common, address } = await wallet({ approvalWallet: APPROVAL })
    putOff(common, address)
    expect(await find(undefined, 'created')).toBe(address)
  })
})

describe('the protection before the first call', () => {
  test.each<[what: string, sent: [toAddress: string | undefined, data: string][], isFirst: boolean]>([
    ['none', [], true],
    ['a backup address', [[undefined, encodeSetBackup(APPROVAL)]], true],
    [
      'a co-signer that was not set in the end',
      [[undefined, setCoSigner(APPROVAL, { coSigner: APPROVAL }).data]],
      true,
    ],
    ['a payment', [[APPROVAL, '0x']], false],
    [
      'a backup address and a payment',
      [
        [undefined, encodeSetBackup(APPROVAL)],
        [APPROVAL, '0x'],
      ],
      false,
    ],
    [
      'a call of another contract that is named as the wallet’s own',
      [[APPROVAL, encodeSetBackup(APPROVAL)]],
      false,
    ],
  ])('behavior: earlier calls: %s → first: %s', async (_what, sent, isFirst) => {
    const { look, server, address } = await wallet({ approvalWallet: APPROVAL })
    for (const [index, [toAddress = address, data]] of sent.entries())
      server.executed.push({
        request: requestOf(address, toAddress, data),
        digest: `0x${String(index).padStart(64, '0')}`,
      })
    expect(await look('choosing')).toEqual({ address, isFirst })
    expect(await look('call')).toEqual(isFirst ? { address, isFirst } : undefined)
    expect(await look('created')).toEqual({ address, isFirst: false })
  })

  test('behavior: the offer appears once a week, also before a page’s own calls', async () => {
    const { find, common, clock, address } = await wallet({ approvalWallet: APPROVAL })
    expect(await find(undefined, 'call')).toBe(address)
    putOff(common, address)
    expect(await find(undefined, 'call')).toBeUndefined()
    clock.advance(7 * DAY_MS)
    expect(await find(undefined, 'call')).toBe(address)
  })

  test('behavior: does not read the chain before a call of a wallet that this browser has protected', async () => {
    const { find, common, server, address } = await wallet({ approvalWallet: APPROVAL, coSigner: APPROVAL })
    keepCoSigner(common.memory, { chainId: CHAIN_ID, address }, APPROVAL)
    expect(await find(undefined, 'call')).toBeUndefined()
    expect(server.requests.map(({ line }) => line)).not.toContain(`GET /wallets/${address}`)
  })
})
