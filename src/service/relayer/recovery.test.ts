import { parseTransaction, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { newAddress, RelayHarness } from '#service/testing/relay-harness.ts'

const harness = await forFile(RelayHarness.start())
afterEach(() => harness.endTest())

test('behavior: the next process broadcasts what was stored and never reached a pool', async () => {
  const refuse = () => Promise.reject(new ApiError('CHAIN_TIMEOUT', 'no answer'))
  const relay = await harness.fresh({
    chain: { sendRawTransaction: refuse },
    settings: { sweepMs: 60_000 },
  })
  const to = newAddress()
  const results = await Promise.allSettled(
    [1n, 2n, 3n].map((amount) => relay.submit(harness.mint(to, amount))),
  )
  expect(results.every((result) => result.status === 'rejected')).toBe(true)
  await relay.stop()
  const hashes = (await harness.rows()).map((row) => row.hash)
  expect(hashes).toHaveLength(3)
  const later = await harness.another()
  for (const row of await harness.rows())
    expect(await harness.settled(later, row.id)).toMatchObject({ status: 'confirmed' })
  expect((await harness.rows()).map((row) => row.hash)).toEqual(hashes)
  expect(await harness.coinsOf(to)).toBe(6n)
})

test('behavior: a transaction that the pool already knows counts as accepted, and one that is already mined as settled', async () => {
  const deaf = { onBlock: () => () => undefined }
  const relay = await harness.fresh({ chain: deaf, settings: { sweepMs: 60_000 } })
  const to = newAddress()
  const { id } = await relay.submit(harness.mint(to, 1n))
  await expect.poll(() => harness.coinsOf(to)).toBe(1n)
  expect(await harness.rows()).toMatchObject([{ status: 'signed' }])
  await relay.stop()
  const later = await harness.another()
  expect(await harness.settled(later, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: a stuck transaction is replaced with fees 12.5 % higher each time, and whichever form is mined settles it', async () => {
  const pool = harness.losingPool()
  const relay = await harness.fresh({ chain: pool.chain, settings: { stuckMs: 10_000 } })
  const to = newAddress()
  const { id } = await relay.submit(harness.mint(to, 2n))
  for (const count of [2, 3]) {
    harness.ctx.clock.advance(11_000)
    await expect.poll(async () => (await harness.attemptsOf(id)).length).toBe(count)
  }
  const attempts = await harness.attemptsOf(id)
  for (const field of ['max_fee_per_gas', 'max_priority_fee_per_gas'] as const) {
    const fees = attempts.map((attempt) => BigInt(attempt[field]))
    expect(fees[1]! * 1_000n).toBeGreaterThanOrEqual(fees[0]! * 1_125n)
    expect(fees[2]! * 1_000n).toBeGreaterThanOrEqual(fees[1]! * 1_125n)
  }
  // A miner includes the first form in a block in the end.
  await harness.chain.sendRawTransaction(attempts[0]!.raw)
  expect(await harness.settled(relay, id)).toMatchObject({ status: 'confirmed', hash: attempts[0]!.hash })
  expect(await harness.rows()).toMatchObject([{ hash: attempts[0]!.hash }])
  expect(await harness.coinsOf(to)).toBe(2n)
})

test('behavior: a nonce used elsewhere moves the transaction to another nonce', async () => {
  const pool = harness.losingPool()
  const relay = await harness.fresh({ chain: pool.chain })
  const to = newAddress()
  const nonce = await harness.minedNonce()
  const { id } = await relay.submit(harness.mint(to, 9n))
  await harness.chain.sendRawTransaction(await harness.foreign(nonce))
  pool.keep()
  harness.ctx.clock.advance(5_000)
  expect(await harness.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect(await harness.rows()).toMatchObject([{ nonce: nonce + 1 }])
  expect(await harness.coinsOf(to)).toBe(9n)
})

test('behavior: the lane follows a chain that is ahead', async () => {
  const relay = await harness.fresh()
  await harness.settled(relay, (await relay.submit(harness.mint(newAddress(), 1n))).id)
  await relay.stop()
  const nonce = await harness.minedNonce()
  for (const offset of [0, 1, 2])
    await harness.chain.sendRawTransaction(await harness.foreign(nonce + offset))
  await expect.poll(() => harness.minedNonce()).toBe(nonce + 3)
  const later = await harness.another()
  const { id } = await later.submit(harness.mint(newAddress(), 1n))
  expect(await harness.settled(later, id)).toMatchObject({ status: 'confirmed' })
  expect((await harness.rows()).at(-1)).toMatchObject({ nonce: nonce + 3 })
})

test('behavior: nonces without a row are used by empty transactions, so that later ones are mined', async () => {
  const relay = await harness.fresh()
  const nonce = await harness.minedNonce()
  await harness.ctx.db
    .updateTable('relayer_lanes')
    .set({ next_nonce: nonce + 3 })
    .execute()
  const to = newAddress()
  const { id } = await relay.submit(harness.mint(to, 1n))
  expect(await harness.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect((await harness.rows()).map((row) => row.purpose)).toEqual(['repair', 'repair', 'repair', 'sandbox'])
  await expect.poll(async () => (await harness.rows()).every((row) => row.status === 'confirmed')).toBe(true)
})

test('behavior: a transaction that the pool rejects for good releases its nonce and fails', async () => {
  const refused = newAddress()
  const sendRawTransaction = (raw: Hex): Promise<Hex> =>
    parseTransaction(raw).data?.includes(refused.slice(2))
      ? Promise.reject(new RpcError('eth_sendRawTransaction', { code: -32_000, message: 'not in this pool' }))
      : harness.chain.sendRawTransaction(raw)
  const relay = await harness.fresh({ chain: { sendRawTransaction }, settings: { refusedMs: 30_000 } })
  await expect(relay.submit(harness.mint(refused, 1n))).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
  const to = newAddress()
  const behind = await relay.submit(harness.mint(to, 1n))
  harness.ctx.clock.advance(3_000)
  expect(await relay.outcome(behind.id, 200)).toBeUndefined()
  harness.ctx.clock.advance(40_000)
  expect(await harness.settled(relay, behind.id)).toMatchObject({ status: 'confirmed' })
  const [first] = await harness.rows()
  expect(await harness.settled(relay, first!.id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('not in this pool'),
  })
  expect(await harness.coinsOf(refused)).toBe(0n)
})

test('behavior: a pool that accepts a transaction and responds too late gets it once', async () => {
  let slow = true
  const sendRawTransaction = async (raw: Hex): Promise<Hex> => {
    const hash = await harness.chain.sendRawTransaction(raw)
    if (!slow) return hash
    throw new ApiError('CHAIN_TIMEOUT', 'no answer')
  }
  const relay = await harness.fresh({ chain: { sendRawTransaction } })
  const to = newAddress()
  const sent = Array.from({ length: 5 }, () => relay.submit(harness.mint(to, 1n)))
  const late = { status: 'rejected', reason: { code: 'CHAIN_TIMEOUT', status: 504 } }
  expect(await Promise.allSettled(sent)).toMatchObject(sent.map(() => late))
  slow = false
  for (const { id } of await harness.rows()) {
    expect(await harness.settled(relay, id)).toMatchObject({ status: 'confirmed' })
    expect(await harness.attemptsOf(id)).toHaveLength(1)
  }
  expect(await harness.coinsOf(to)).toBe(5n)
})

test('behavior: no replacement pays more than the cap, however long it is stuck', async () => {
  const pool = harness.losingPool()
  const price = await harness.chain.rpc.request(quantitySchema, 'eth_gasPrice', [])
  const feePerGasMax = price * 2n
  const settings = { stuckMs: 10_000, feePerGasMax }
  const relay = await harness.fresh({ chain: pool.chain, settings })
  const { id } = await relay.submit(harness.mint(newAddress(), 1n))
  for (let round = 0; round < 6; round += 1) {
    const before = pool.lost.length
    harness.ctx.clock.advance(11_000)
    await expect.poll(() => pool.lost.length).toBeGreaterThan(before + 1)
  }
  for (const attempt of await harness.attemptsOf(id)) {
    expect(BigInt(attempt.max_fee_per_gas)).toBeLessThanOrEqual(feePerGasMax)
  }
  expect(harness.ctx.logLines.join('')).toContain('already pays the highest fee allowed')
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
      : harness.chain.sendRawTransaction(raw)
  const relay = await harness.fresh({ chain: { sendRawTransaction } })
  await expect(relay.submit(harness.mint(newAddress(), 1n))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  poor = false
  harness.ctx.clock.advance(3_000)
  const [row] = await harness.rows()
  expect(await harness.settled(relay, row!.id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: waits for N confirmations, and ignores a receipt of another transaction', async () => {
  const other = newAddress()
  const request: ChainConnection['rpc']['request'] = async (schema, method, params) => {
    if (method !== 'eth_getTransactionReceipt' || !lying)
      return harness.chain.rpc.request(schema, method, params)
    return harness.chain.rpc.request(schema, method, [foreignHash])
  }
  let lying = true
  await harness.test.mintCoins(other, 1n)
  const nonce = await harness.minedNonce()
  const foreignHash = await harness.chain.sendRawTransaction(await harness.foreign(nonce))
  await expect.poll(() => harness.minedNonce()).toBe(nonce + 1)
  const relay = await harness.fresh({ chain: { rpc: { request } }, settings: { confirmations: 3 } })
  const { id, hash } = await relay.submit(harness.mint(other, 1n))
  await harness.test.mintCoins(other, 1n)
  await harness.test.mintCoins(other, 1n)
  expect(await relay.outcome(id, 150)).toBeUndefined()
  lying = false
  expect(await harness.settled(relay, id)).toMatchObject({ status: 'confirmed', hash })
  const second = await relay.submit(harness.mint(other, 1n))
  await expect
    .poll(() =>
      harness.chain.rpc.request(receiptSchema, 'eth_getTransactionReceipt', [second.hash]).catch(() => null),
    )
    .not.toBeNull()
  expect(await relay.outcome(second.id, 100)).toBeUndefined()
  await harness.test.mintCoins(other, 1n)
  expect(await relay.outcome(second.id, 100)).toBeUndefined()
  await harness.test.mintCoins(other, 1n)
  expect(await harness.settled(relay, second.id)).toMatchObject({ status: 'confirmed' })
})
