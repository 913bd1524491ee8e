import { parseTransaction, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

test('behavior: the next process broadcasts what was stored and never reached a pool', async () => {
  const refuse = () => Promise.reject(new ApiError('CHAIN_TIMEOUT', 'no answer'))
  const relay = await world.fresh({
    chain: { sendRawTransaction: refuse },
    settings: { sweepMs: 60_000 },
  })
  const to = newAddress()
  const results = await Promise.allSettled([1n, 2n, 3n].map((amount) => relay.submit(world.mint(to, amount))))
  expect(results.every((result) => result.status === 'rejected')).toBe(true)
  await relay.stop()
  const hashes = (await world.rows()).map((row) => row.hash)
  expect(hashes).toHaveLength(3)
  const later = await world.another()
  for (const row of await world.rows())
    expect(await world.settled(later, row.id)).toMatchObject({ status: 'confirmed' })
  expect((await world.rows()).map((row) => row.hash)).toEqual(hashes)
  expect(await world.coinsOf(to)).toBe(6n)
})

test('behavior: a transaction that the pool already knows counts as accepted, and one that is already mined as settled', async () => {
  const deaf = { onBlock: () => () => undefined }
  const relay = await world.fresh({ chain: deaf, settings: { sweepMs: 60_000 } })
  const to = newAddress()
  const { id } = await relay.submit(world.mint(to, 1n))
  await expect.poll(() => world.coinsOf(to)).toBe(1n)
  expect(await world.rows()).toMatchObject([{ status: 'signed' }])
  await relay.stop()
  const later = await world.another()
  expect(await world.settled(later, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: a stuck transaction is replaced with fees 12.5 % higher each time, and whichever form is mined settles it', async () => {
  const pool = world.losingPool()
  const relay = await world.fresh({ chain: pool.chain, settings: { stuckMs: 10_000 } })
  const to = newAddress()
  const { id } = await relay.submit(world.mint(to, 2n))
  for (const count of [2, 3]) {
    world.ctx.clock.advance(11_000)
    await expect.poll(async () => (await world.attemptsOf(id)).length).toBe(count)
  }
  const attempts = await world.attemptsOf(id)
  for (const field of ['max_fee_per_gas', 'max_priority_fee_per_gas'] as const) {
    const fees = attempts.map((attempt) => BigInt(attempt[field]))
    expect(fees[1]! * 1_000n).toBeGreaterThanOrEqual(fees[0]! * 1_125n)
    expect(fees[2]! * 1_000n).toBeGreaterThanOrEqual(fees[1]! * 1_125n)
  }
  // In the end, a miner includes the first attempt in a block.
  await world.chain.sendRawTransaction(attempts[0]!.raw)
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed', hash: attempts[0]!.hash })
  expect(await world.rows()).toMatchObject([{ hash: attempts[0]!.hash }])
  expect(await world.coinsOf(to)).toBe(2n)
})

test('behavior: a nonce used elsewhere moves the transaction to another nonce', async () => {
  const pool = world.losingPool()
  const relay = await world.fresh({ chain: pool.chain })
  const to = newAddress()
  const nonce = await world.minedNonce()
  const { id } = await relay.submit(world.mint(to, 9n))
  await world.chain.sendRawTransaction(await world.foreign(nonce))
  pool.keep()
  world.ctx.clock.advance(5_000)
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect(await world.rows()).toMatchObject([{ nonce: nonce + 1 }])
  expect(await world.coinsOf(to)).toBe(9n)
})

test('behavior: the lane follows a chain that is ahead', async () => {
  const relay = await world.fresh()
  await world.settled(relay, (await relay.submit(world.mint(newAddress(), 1n))).id)
  await relay.stop()
  const nonce = await world.minedNonce()
  for (const offset of [0, 1, 2]) await world.chain.sendRawTransaction(await world.foreign(nonce + offset))
  await expect.poll(() => world.minedNonce()).toBe(nonce + 3)
  const later = await world.another()
  const { id } = await later.submit(world.mint(newAddress(), 1n))
  expect(await world.settled(later, id)).toMatchObject({ status: 'confirmed' })
  expect((await world.rows()).at(-1)).toMatchObject({ nonce: nonce + 3 })
})

test('behavior: nonces without a row are used by empty transactions, so that later ones are mined', async () => {
  const relay = await world.fresh()
  const nonce = await world.minedNonce()
  await world.ctx.db
    .updateTable('relayer_lanes')
    .set({ next_nonce: nonce + 3 })
    .execute()
  const to = newAddress()
  const { id } = await relay.submit(world.mint(to, 1n))
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect((await world.rows()).map((row) => row.purpose)).toEqual(['repair', 'repair', 'repair', 'sandbox'])
  await expect.poll(async () => (await world.rows()).every((row) => row.status === 'confirmed')).toBe(true)
})

test('behavior: a transaction that the pool rejects for good releases its nonce and fails', async () => {
  const refused = newAddress()
  const sendRawTransaction = (raw: Hex): Promise<Hex> =>
    parseTransaction(raw).data?.includes(refused.slice(2))
      ? Promise.reject(new RpcError('eth_sendRawTransaction', { code: -32_000, message: 'not in this pool' }))
      : world.chain.sendRawTransaction(raw)
  const relay = await world.fresh({ chain: { sendRawTransaction }, settings: { refusedMs: 30_000 } })
  await expect(relay.submit(world.mint(refused, 1n))).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
  const to = newAddress()
  const behind = await relay.submit(world.mint(to, 1n))
  world.ctx.clock.advance(3_000)
  expect(await relay.outcome(behind.id, 200)).toBeUndefined()
  world.ctx.clock.advance(40_000)
  expect(await world.settled(relay, behind.id)).toMatchObject({ status: 'confirmed' })
  const [first] = await world.rows()
  expect(await world.settled(relay, first!.id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('not in this pool'),
  })
  expect(await world.coinsOf(refused)).toBe(0n)
})

test('behavior: a transaction that a pool accepts without responding in time is not sent to it again', async () => {
  let slow = true
  const sendRawTransaction = async (raw: Hex): Promise<Hex> => {
    const hash = await world.chain.sendRawTransaction(raw)
    if (!slow) return hash
    throw new ApiError('CHAIN_TIMEOUT', 'no answer')
  }
  const relay = await world.fresh({ chain: { sendRawTransaction } })
  const to = newAddress()
  const sent = Array.from({ length: 5 }, () => relay.submit(world.mint(to, 1n)))
  const late = { status: 'rejected', reason: { code: 'CHAIN_TIMEOUT', status: 504 } }
  expect(await Promise.allSettled(sent)).toMatchObject(sent.map(() => late))
  slow = false
  for (const { id } of await world.rows()) {
    expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
    expect(await world.attemptsOf(id)).toHaveLength(1)
  }
  expect(await world.coinsOf(to)).toBe(5n)
})

test('behavior: no replacement pays more than the cap, however long it is stuck', async () => {
  const pool = world.losingPool()
  const price = await world.chain.rpc.request(quantitySchema, 'eth_gasPrice', [])
  const feePerGasMax = price * 2n
  const settings = { stuckMs: 10_000, feePerGasMax }
  const relay = await world.fresh({ chain: pool.chain, settings })
  const { id } = await relay.submit(world.mint(newAddress(), 1n))
  for (let round = 0; round < 6; round += 1) {
    const before = pool.lost.length
    world.ctx.clock.advance(11_000)
    await expect.poll(() => pool.lost.length).toBeGreaterThan(before + 1)
  }
  for (const attempt of await world.attemptsOf(id)) {
    expect(BigInt(attempt.max_fee_per_gas)).toBeLessThanOrEqual(feePerGasMax)
  }
  expect(world.ctx.logLines.join('')).toContain('already pays the highest fee allowed')
})

test('behavior: a key without funds is UNAVAILABLE, and continues after it is funded', async () => {
  let poor = true
  const sendRawTransaction = (raw: Hex): Promise<Hex> =>
    poor
      ? Promise.reject(
          new RpcError('eth_sendRawTransaction', {
            code: -32_000,
            message: 'insufficient funds for gas * price + value',
          }),
        )
      : world.chain.sendRawTransaction(raw)
  const relay = await world.fresh({ chain: { sendRawTransaction } })
  await expect(relay.submit(world.mint(newAddress(), 1n))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  poor = false
  world.ctx.clock.advance(3_000)
  const [row] = await world.rows()
  expect(await world.settled(relay, row!.id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: waits for N confirmations, and ignores a receipt of another transaction', async () => {
  const other = newAddress()
  const request: ChainConnection['rpc']['request'] = async (schema, method, params) => {
    if (method !== 'eth_getTransactionReceipt' || !lying)
      return world.chain.rpc.request(schema, method, params)
    return world.chain.rpc.request(schema, method, [foreignHash])
  }
  let lying = true
  await world.net.mintCoins(other, 1n)
  const nonce = await world.minedNonce()
  const foreignHash = await world.chain.sendRawTransaction(await world.foreign(nonce))
  await expect.poll(() => world.minedNonce()).toBe(nonce + 1)
  const relay = await world.fresh({ chain: { rpc: { request } }, settings: { confirmations: 3 } })
  const { id, hash } = await relay.submit(world.mint(other, 1n))
  await world.net.mintCoins(other, 1n)
  await world.net.mintCoins(other, 1n)
  expect(await relay.outcome(id, 150)).toBeUndefined()
  lying = false
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed', hash })
  const second = await relay.submit(world.mint(other, 1n))
  await expect
    .poll(() =>
      world.chain.rpc.request(receiptSchema, 'eth_getTransactionReceipt', [second.hash]).catch(() => null),
    )
    .not.toBeNull()
  expect(await relay.outcome(second.id, 100)).toBeUndefined()
  await world.net.mintCoins(other, 1n)
  expect(await relay.outcome(second.id, 100)).toBeUndefined()
  await world.net.mintCoins(other, 1n)
  expect(await world.settled(relay, second.id)).toMatchObject({ status: 'confirmed' })
})
