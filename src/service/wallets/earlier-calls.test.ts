import type { Address, Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { coSignedWallet } from '#service/testing/co-signed-wallet.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { bringOutside, deployDoor, executeUnseen, SHUT } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { findWarnings } from './earlier-calls.ts'

const WAIT = { timeout: 120_000 }

const world = await forFile(serviceWorld.approvals())
const { wallet, approver } = await world.protectedWallet()

const prepare = (to: Address, from = wallet) =>
  world.call('POST', '/v1/baas/tokens/erc20/transfer', {
    body: { walletAddress: from.address, tokenAddress: world.chain.tokens.erc20, to, amount: '2' },
  })
const becomes = (uuid: string, status: string) =>
  expect.poll(() => world.read(uuid), WAIT).toMatchObject({ status })
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
    const body = world.signed(wallet, world.transfer(to, 1n))
    const first = await world.execute(body)
    expect(first.content).not.toHaveProperty('warnings')
    const uuid = first.content.transactionUuid
    // A pending transaction has not ended, so it causes no warning.
    expect((await prepare(to)).content).not.toHaveProperty('warnings')
    if (how === 'reject') await approver.decide(uuid, 'reject')
    else if (how === 'cancel') await world.call('POST', `/v1/org/transactions/${uuid}/cancel`)
    else await world.setDeadline(uuid)
    await becomes(uuid, status)
    expect((await prepare(to)).content.warnings).toEqual(warned(uuid, status))
    expect((await prepare(newAddress())).content).not.toHaveProperty('warnings')
    const second = await world.execute(world.signed(wallet, world.transfer(to, 2n)))
    expect(second.content).toMatchObject({ status: 'PENDING_USER_APPROVAL', warnings: warned(uuid, status) })
    await bringOutside(world, body)
    await becomes(uuid, 'CONFIRMED')
    expect((await prepare(to)).content).not.toHaveProperty('warnings')
  },
)

test('behavior: a failed call causes a warning until its expiration; another wallet’s or another recipient’s call does not', async () => {
  const operated = await world.createWallet({ coins: 1_000n })
  const door = await deployDoor(world.chain)
  await world.chain.send({ to: operated.address, data: '0x', value: 100n })
  await world.chain.send({ to: door, data: SHUT })
  const payment = { toAddress: door, value: '3', data: '0x' as Hex }
  const { content } = await executeUnseen(world, world.signed(operated, payment))
  const { transactionUuid: uuid, status } = await world.settled(content.transactionHash)
  expect(status).toBe('FAILED')
  expect((await prepare(door, operated)).content.warnings).toEqual(warned(uuid, 'FAILED'))
  expect((await prepare(door)).content).not.toHaveProperty('warnings')
  const again = await world.execute(world.signed(operated, world.transfer(door, 1n)))
  expect(again.content).toMatchObject({ success: true, warnings: warned(uuid, 'FAILED') })
  const other = await world.execute(world.signed(operated, world.transfer(newAddress(), 1n)))
  expect(other.content).not.toHaveProperty('warnings')
  const rows = world.ctx.db.updateTable('transactions')
  await rows.set({ expiration: '1000' }).where('id', '=', uuid).execute()
  expect((await prepare(door, operated)).content).not.toHaveProperty('warnings')
})

test('behavior: a call that its signer cancelled cannot be executed and causes no warning', async () => {
  const operated = await world.createWallet({ coins: 1_000n })
  const to = newAddress()
  const { content } = await world.execute(world.signed(operated, world.transfer(to, 1n)))
  const { transactionUuid: uuid } = await world.settled(content.transactionHash)
  const rows = world.ctx.db.updateTable('transactions')
  await rows.set({ state: 'CANCELLED', watch: 'followed' }).where('id', '=', uuid).execute()
  expect((await prepare(to, operated)).content).not.toHaveProperty('warnings')
})

test('behavior: a declined call without the co-signature of its wallet causes no warning, until the chain cannot be read', async () => {
  const { wallet: coSigned, approver: person } = await coSignedWallet(world)
  const to = newAddress()
  const { content } = await world.execute(world.signed(coSigned, world.transfer(to, 1n)))
  await person.decide(content.transactionUuid, 'reject')
  await becomes(content.transactionUuid, 'REJECTED')
  expect((await prepare(to, coSigned)).content).not.toHaveProperty('warnings')
  const { request } = world.ctx.chain.rpc
  vi.spyOn(world.ctx.chain.rpc, 'request').mockImplementation((...asked) =>
    asked[1] === 'eth_call' ? Promise.reject(apiError('CHAIN_TIMEOUT')) : request(...asked),
  )
  const unread = await findWarnings(
    world.ctx,
    { organizationId: world.demo.id, address: coSigned.address, hasEarlierCalls: true },
    { toAddress: to, value: '1', data: '0x' },
  )
  vi.restoreAllMocks()
  expect(unread.warnings).toEqual(warned(content.transactionUuid, 'REJECTED'))
})
