import type { Address, Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { startApproverHarness } from '#service/testing/approver-harness.ts'
import { coSignedWallet } from '#service/testing/co-signed-wallet.ts'
import { bringOutside, deployDoor, executeUnseen, SHUT } from '#service/testing/outside-execution.ts'
import { newAddress } from '#service/testing/relay-harness.ts'
import { findWarnings } from './earlier-calls.ts'

const WAIT = { timeout: 120_000 }

const harness = await forFile(startApproverHarness())
const { wallet, approver } = await harness.protectedWallet()

const prepare = (to: Address, from = wallet) =>
  harness.call('POST', '/v1/baas/tokens/erc20/transfer', {
    body: { walletAddress: from.address, tokenAddress: harness.chain.tokens.erc20, to, amount: '2' },
  })
const becomes = (uuid: string, status: string) =>
  expect.poll(() => harness.read(uuid), WAIT).toMatchObject({ status })
/** The single warning of an earlier call. */
const warned = (transactionUuid: string, status: string) => [
  {
    code: 'EARLIER_CALL_EXECUTABLE',
    transactionUuid,
    executableUntil: expect.stringMatching(/Z$/),
    message: expect.stringContaining(`is ${status} and can still be executed until`),
  },
]

test.each([
  ['reject', 'REJECTED'],
  ['expire', 'EXPIRED'],
  ['cancel', 'CANCELLED'],
] as const)(
  'behavior: after %s a further payment to the same recipient has a warning, prepared and executed, until the first is executed',
  async (how, status) => {
    const to = newAddress()
    const body = harness.signed(wallet, harness.transfer(to, 1n))
    const first = await harness.execute(body)
    expect(first.content).not.toHaveProperty('warnings')
    const uuid = first.content.transactionUuid
    // A pending transaction has not ended, so it causes no warning.
    expect((await prepare(to)).content).not.toHaveProperty('warnings')
    if (how === 'reject') await approver.decide(uuid, 'reject')
    else if (how === 'cancel') await harness.call('POST', `/v1/org/transactions/${uuid}/cancel`)
    else await harness.setDeadline(uuid)
    await becomes(uuid, status)
    expect((await prepare(to)).content.warnings).toEqual(warned(uuid, status))
    expect((await prepare(newAddress())).content).not.toHaveProperty('warnings')
    const second = await harness.execute(harness.signed(wallet, harness.transfer(to, 2n)))
    expect(second.content).toMatchObject({ status: 'PENDING_USER_APPROVAL', warnings: warned(uuid, status) })
    await bringOutside(harness, body)
    await becomes(uuid, 'CONFIRMED')
    expect((await prepare(to)).content).not.toHaveProperty('warnings')
  },
)

test('behavior: a failed call causes a warning until its expiration; another wallet’s or another recipient’s call does not', async () => {
  const operated = await harness.createWallet({ coins: 1_000n })
  const door = await deployDoor(harness.chain)
  await harness.chain.send({ to: operated.address, data: '0x', value: 100n })
  await harness.chain.send({ to: door, data: SHUT })
  const payment = { toAddress: door, value: '3', data: '0x' as Hex }
  const { content } = await executeUnseen(harness, harness.signed(operated, payment))
  const { transactionUuid: uuid, status } = await harness.settled(content.transactionHash)
  expect(status).toBe('FAILED')
  expect((await prepare(door, operated)).content.warnings).toEqual(warned(uuid, 'FAILED'))
  expect((await prepare(door)).content).not.toHaveProperty('warnings')
  const again = await harness.execute(harness.signed(operated, harness.transfer(door, 1n)))
  expect(again.content).toMatchObject({ success: true, warnings: warned(uuid, 'FAILED') })
  const other = await harness.execute(harness.signed(operated, harness.transfer(newAddress(), 1n)))
  expect(other.content).not.toHaveProperty('warnings')
  const rows = harness.ctx.db.updateTable('transactions')
  await rows.set({ expiration: '1000' }).where('id', '=', uuid).execute()
  expect((await prepare(door, operated)).content).not.toHaveProperty('warnings')
})

test('behavior: a call that its signer cancelled cannot be executed and causes no warning', async () => {
  const operated = await harness.createWallet({ coins: 1_000n })
  const to = newAddress()
  const { content } = await harness.execute(harness.signed(operated, harness.transfer(to, 1n)))
  const { transactionUuid: uuid } = await harness.settled(content.transactionHash)
  const rows = harness.ctx.db.updateTable('transactions')
  await rows.set({ state: 'CANCELLED', watch: 'followed' }).where('id', '=', uuid).execute()
  expect((await prepare(to, operated)).content).not.toHaveProperty('warnings')
})

test('behavior: a declined call without the co-signature of its wallet causes no warning, until the chain cannot be read', async () => {
  const { wallet: coSigned, approver: person } = await coSignedWallet(harness)
  const to = newAddress()
  const { content } = await harness.execute(harness.signed(coSigned, harness.transfer(to, 1n)))
  await person.decide(content.transactionUuid, 'reject')
  await becomes(content.transactionUuid, 'REJECTED')
  expect((await prepare(to, coSigned)).content).not.toHaveProperty('warnings')
  const { request } = harness.ctx.chain.rpc
  vi.spyOn(harness.ctx.chain.rpc, 'request').mockImplementation((...asked) =>
    asked[1] === 'eth_call' ? Promise.reject(apiError('CHAIN_TIMEOUT')) : request(...asked),
  )
  const unread = await findWarnings(
    harness.ctx,
    { organizationId: harness.demo.id, address: coSigned.address, hasEarlierCalls: true },
    { toAddress: to, value: '1', data: '0x' },
  )
  vi.restoreAllMocks()
  expect(unread.warnings).toEqual(warned(content.transactionUuid, 'REJECTED'))
})
