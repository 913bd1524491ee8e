import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keccak256, parseTransaction, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import type { ChainConnection } from '#service/chain/chain.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { ServiceError } from '#service/http/service-error.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { startTestChain, startTestRelay, type TestChain } from '#service/testing/chain.ts'
import { startTestContext, type TestContext } from '#service/testing/test-context.ts'
import type { CreateRelayOptions } from './create-relay.ts'
import type { RelaySettings } from './relay-parts.ts'
import type { Relay, RelayOutcome } from './relay.ts'

let chain: TestChain
let ctx: TestContext
const running: Relay[] = []
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())
afterEach(async () => {
  await Promise.all(running.splice(0).map((relay) => relay.stop()))
  await ctx.close()
})

type Setup = {
  settings?: Partial<RelaySettings>
  chain?: Partial<ChainConnection>
  prepare?: (relay: Relay) => void
}
const fresh = async (setup: Setup = {}) => {
  ctx = await startTestContext({ chain: chain.chain })
  return another(setup)
}
/** A relay on the same database, as a second process or a later one has it. */
const another = async ({ settings, chain: changed, prepare }: Setup = {}) => {
  const options: Partial<CreateRelayOptions> = { settings: { sweepMs: 20, ...settings } }
  if (changed !== undefined) options.chain = { ...chain.chain, ...changed }
  const relay = await startTestRelay(chain, ctx, options, prepare)
  running.push(relay)
  return relay
}
const newAddress = (): Address => `0x${(Math.random().toString(16).slice(2) + 'a'.repeat(40)).slice(0, 40)}`
const mint = (to: Address, amount: bigint) => ({
  purpose: 'sandbox' as const,
  to: chain.tokens.erc20,
  data: encodeMint({ standard: 'erc20', to, amount }),
})
const coinsOf = (holder: Address) => readErc20Balance(chain.chain, chain.tokens.erc20, holder)
const relayer = () => privateKeyToAccount(chain.relayerKey)
const nonceOf = async () =>
  Number(
    await chain.chain.rpc.request(quantitySchema, 'eth_getTransactionCount', [relayer().address, 'latest']),
  )
const rows = () => ctx.db.selectFrom('relayed_transactions').selectAll().orderBy('nonce').execute()
const attemptsOf = (id: string) =>
  ctx.db
    .selectFrom('relayer_attempts')
    .selectAll()
    .where('relayed_id', '=', id)
    .orderBy('created_at')
    .execute()
const settled = async (relay: Relay, id: string): Promise<RelayOutcome> => {
  const outcome = await relay.outcome(id, 20_000)
  if (outcome === undefined) throw new Error('it was not settled')
  return outcome
}
/** A transaction of the relayer's key that the service knows nothing of. */
const foreign = (nonce: number, gwei = 50n) =>
  relayer().signTransaction({
    type: 'eip1559',
    chainId: chain.chain.id,
    nonce,
    to: relayer().address,
    gas: 21_000n,
    maxFeePerGas: gwei * 10n ** 9n,
    maxPriorityFeePerGas: gwei * 10n ** 9n,
  })
/** A pool that loses what it accepts, until it is told to keep it. */
const losingPool = () => {
  const lost: Hex[] = []
  let losing = true
  const sendRawTransaction = (raw: Hex): Promise<Hex> => {
    if (!losing) return chain.chain.sendRawTransaction(raw)
    lost.push(raw)
    return Promise.resolve(keccak256(raw))
  }
  return { lost, keep: () => (losing = false), chain: { sendRawTransaction } }
}

describe('submit', () => {
  test('behavior: sends, and tells the outcome and its module in one step', async () => {
    const seen: RelayOutcome[] = []
    const relay = await fresh({
      prepare: (made) => made.onOutcome('sandbox', async (_, outcome) => void seen.push(outcome)),
    })
    const to = newAddress()
    const { id, hash } = await relay.submit(mint(to, 4n))
    const outcome = await settled(relay, id)
    expect(outcome).toMatchObject({ id, status: 'confirmed', hash })
    expect(seen).toEqual([outcome])
    expect(await coinsOf(to)).toBe(4n)
    expect(await relay.outcome(id, 1_000)).toEqual(outcome)
  })

  test('error: a call that reverts in the simulation is refused with its reason, and nothing is stored', async () => {
    const relay = await fresh()
    const taken = { purpose: 'sandbox' as const, to: chain.tokens.erc721 }
    const data = encodeMint({ standard: 'erc721', to: relayer().address, tokenId: BigInt(newAddress()) })
    await settled(relay, (await relay.submit({ ...taken, data })).id)
    const error = await relay.submit({ ...taken, data }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ code: 'TRANSACTION_REVERTS', status: 400 })
    expect(String(error)).toContain('ERC721InvalidSender')
    expect(await rows()).toHaveLength(1)
  })

  test("behavior: a caller's row is stored together with the transaction or not at all", async () => {
    const relay = await fresh()
    const to = newAddress()
    const requests = Array.from({ length: 30 }, (_, index) =>
      relay.submit({
        ...mint(to, 1n),
        onSigned: async (_trx, relayed) => {
          expect(relayed.hash).toMatch(/^0x[0-9a-f]{64}$/)
          if (index % 3 === 0) throw new Error('not this one')
        },
      }),
    )
    const results = await Promise.allSettled(requests)
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10)
    for (const result of results) if (result.status === 'fulfilled') await settled(relay, result.value.id)
    const nonces = (await rows()).map((row) => row.nonce)
    expect(nonces).toEqual(Array.from({ length: 20 }, (_, index) => nonces[0]! + index))
    expect(await coinsOf(to)).toBe(20n)
  })

  test('behavior: two processes with one key never give out the same nonce, and each outcome is taken once', async () => {
    const taken: string[] = []
    const prepare = (made: Relay) => made.onOutcome('sandbox', async (_, { id }) => void taken.push(id))
    const one = await fresh({ prepare })
    const other = await another({ prepare })
    const to = newAddress()
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other).submit(mint(to, 1n))),
    )
    for (const { id } of sent) expect(await settled(one, id)).toMatchObject({ status: 'confirmed' })
    expect(new Set((await rows()).map((row) => row.nonce)).size).toBe(60)
    expect(taken.toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
    expect(await coinsOf(to)).toBe(60n)
  })

  test('behavior: a call that reverts only in its block ends as failed, with the decoded reason', async () => {
    const request: ChainConnection['rpc']['request'] = (schema, method, params) =>
      method === 'eth_estimateGas'
        ? Promise.resolve(z.parse(schema, '0x30d40'))
        : chain.chain.rpc.request(schema, method, params)
    const relay = await fresh({ chain: { rpc: { request } } })
    const data: Hex = `0xa9059cbb${newAddress().slice(2).padStart(64, '0')}${'9'.padStart(64, '0')}`
    const { id } = await relay.submit({ purpose: 'sandbox', to: chain.tokens.erc20, data })
    const outcome = await settled(relay, id)
    expect(outcome).toMatchObject({ status: 'failed' })
    expect(outcome).toHaveProperty('reason', expect.stringContaining('ERC20InsufficientBalance'))
    expect(await relay.outcome(id, 1_000)).toEqual(outcome)
  })

  test('error: fees above the cap are refused before a nonce is taken', async () => {
    const relay = await fresh({ settings: { feePerGasMax: 10n } })
    await expect(relay.submit(mint(newAddress(), 1n))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
    })
    expect(await rows()).toHaveLength(0)
  })
})

describe('recovery', () => {
  test('behavior: what was stored and never reached a pool is broadcast by the next process', async () => {
    const refuse = () => Promise.reject(new ServiceError('CHAIN_TIMEOUT', 'no answer'))
    const relay = await fresh({ chain: { sendRawTransaction: refuse }, settings: { sweepMs: 60_000 } })
    const to = newAddress()
    const results = await Promise.allSettled([1n, 2n, 3n].map((amount) => relay.submit(mint(to, amount))))
    expect(results.every((result) => result.status === 'rejected')).toBe(true)
    await relay.stop()
    const hashes = (await rows()).map((row) => row.hash)
    expect(hashes).toHaveLength(3)
    const later = await another()
    for (const row of await rows())
      expect(await settled(later, row.id)).toMatchObject({ status: 'confirmed' })
    expect((await rows()).map((row) => row.hash)).toEqual(hashes)
    expect(await coinsOf(to)).toBe(6n)
  })

  test('behavior: what the pool knows already counts as accepted, and what was mined meanwhile as settled', async () => {
    const deaf = { onBlock: () => () => undefined }
    const relay = await fresh({ chain: deaf, settings: { sweepMs: 60_000 } })
    const to = newAddress()
    const { id } = await relay.submit(mint(to, 1n))
    await expect.poll(() => coinsOf(to)).toBe(1n)
    expect(await rows()).toMatchObject([{ status: 'signed' }])
    await relay.stop()
    const later = await another()
    expect(await settled(later, id)).toMatchObject({ status: 'confirmed' })
  })

  test('behavior: a stuck transaction is replaced with fees 12.5 % higher each time; whichever form is mined settles it', async () => {
    const pool = losingPool()
    const relay = await fresh({ chain: pool.chain, settings: { stuckMs: 10_000 } })
    const to = newAddress()
    const { id } = await relay.submit(mint(to, 2n))
    for (const count of [2, 3]) {
      ctx.clock.advance(11_000)
      await expect.poll(async () => (await attemptsOf(id)).length).toBe(count)
    }
    const attempts = await attemptsOf(id)
    for (const field of ['max_fee_per_gas', 'max_priority_fee_per_gas'] as const) {
      const fees = attempts.map((attempt) => BigInt(attempt[field]))
      expect(fees[1]! * 1_000n).toBeGreaterThanOrEqual(fees[0]! * 1_125n)
      expect(fees[2]! * 1_000n).toBeGreaterThanOrEqual(fees[1]! * 1_125n)
    }
    // The very first form reaches a miner in the end.
    await chain.chain.sendRawTransaction(attempts[0]!.raw)
    expect(await settled(relay, id)).toMatchObject({ status: 'confirmed', hash: attempts[0]!.hash })
    expect(await rows()).toMatchObject([{ hash: attempts[0]!.hash }])
    expect(await coinsOf(to)).toBe(2n)
  })

  test('behavior: a nonce that was used elsewhere costs another nonce, not the transaction', async () => {
    const pool = losingPool()
    const relay = await fresh({ chain: pool.chain })
    const to = newAddress()
    const nonce = await nonceOf()
    const { id } = await relay.submit(mint(to, 9n))
    await chain.chain.sendRawTransaction(await foreign(nonce))
    pool.keep()
    ctx.clock.advance(5_000)
    expect(await settled(relay, id)).toMatchObject({ status: 'confirmed' })
    expect(await rows()).toMatchObject([{ nonce: nonce + 1 }])
    expect(await coinsOf(to)).toBe(9n)
  })

  test('behavior: the lane follows a chain that is ahead', async () => {
    const relay = await fresh()
    await settled(relay, (await relay.submit(mint(newAddress(), 1n))).id)
    await relay.stop()
    const nonce = await nonceOf()
    for (const offset of [0, 1, 2]) await chain.chain.sendRawTransaction(await foreign(nonce + offset))
    await expect.poll(nonceOf).toBe(nonce + 3)
    const later = await another()
    const { id } = await later.submit(mint(newAddress(), 1n))
    expect(await settled(later, id)).toMatchObject({ status: 'confirmed' })
    expect((await rows()).at(-1)).toMatchObject({ nonce: nonce + 3 })
  })

  test('behavior: nonces that no row explains are used up, so that later ones go through', async () => {
    const relay = await fresh()
    const nonce = await nonceOf()
    await ctx.db
      .updateTable('relayer_lanes')
      .set({ next_nonce: nonce + 3 })
      .execute()
    const to = newAddress()
    const { id } = await relay.submit(mint(to, 1n))
    expect(await settled(relay, id)).toMatchObject({ status: 'confirmed' })
    expect((await rows()).map((row) => row.purpose)).toEqual(['repair', 'repair', 'repair', 'sandbox'])
    await expect.poll(async () => (await rows()).every((row) => row.status === 'confirmed')).toBe(true)
  })

  test('behavior: what the pool refuses for good gives its nonce up and ends as failed', async () => {
    const refused = newAddress()
    const sendRawTransaction = (raw: Hex): Promise<Hex> =>
      parseTransaction(raw).data?.includes(refused.slice(2))
        ? Promise.reject(
            new RpcError('eth_sendRawTransaction', { code: -32_000, message: 'not in this pool' }),
          )
        : chain.chain.sendRawTransaction(raw)
    const relay = await fresh({ chain: { sendRawTransaction }, settings: { refusedMs: 30_000 } })
    await expect(relay.submit(mint(refused, 1n))).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
    const to = newAddress()
    const behind = await relay.submit(mint(to, 1n))
    ctx.clock.advance(3_000)
    expect(await relay.outcome(behind.id, 200)).toBeUndefined()
    ctx.clock.advance(40_000)
    expect(await settled(relay, behind.id)).toMatchObject({ status: 'confirmed' })
    const [first] = await rows()
    expect(await settled(relay, first!.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('not in this pool'),
    })
    expect(await coinsOf(refused)).toBe(0n)
  })

  test('behavior: a key without funds is told as unavailable, and paid for later goes on', async () => {
    let poor = true
    const sendRawTransaction = (raw: Hex): Promise<Hex> =>
      poor
        ? Promise.reject(
            new RpcError('eth_sendRawTransaction', {
              code: -32_000,
              message: 'insufficient funds for gas * price + value',
            }),
          )
        : chain.chain.sendRawTransaction(raw)
    const relay = await fresh({ chain: { sendRawTransaction } })
    await expect(relay.submit(mint(newAddress(), 1n))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    poor = false
    ctx.clock.advance(3_000)
    const [row] = await rows()
    expect(await settled(relay, row!.id)).toMatchObject({ status: 'confirmed' })
  })

  test('behavior: N confirmations are waited for, and a receipt of another transaction is none', async () => {
    const other = newAddress()
    const request: ChainConnection['rpc']['request'] = async (schema, method, params) => {
      if (method !== 'eth_getTransactionReceipt' || !lying)
        return chain.chain.rpc.request(schema, method, params)
      return chain.chain.rpc.request(schema, method, [foreignHash])
    }
    let lying = true
    await chain.mintCoins(other, 1n)
    const nonce = await nonceOf()
    const foreignHash = await chain.chain.sendRawTransaction(await foreign(nonce))
    await expect.poll(nonceOf).toBe(nonce + 1)
    const relay = await fresh({ chain: { rpc: { request } }, settings: { confirmations: 3 } })
    const { id, hash } = await relay.submit(mint(other, 1n))
    await chain.mintCoins(other, 1n)
    await chain.mintCoins(other, 1n)
    expect(await relay.outcome(id, 150)).toBeUndefined()
    lying = false
    expect(await settled(relay, id)).toMatchObject({ status: 'confirmed', hash })
    const second = await relay.submit(mint(other, 1n))
    await expect
      .poll(() =>
        chain.chain.rpc.request(receiptSchema, 'eth_getTransactionReceipt', [second.hash]).catch(() => null),
      )
      .not.toBeNull()
    expect(await relay.outcome(second.id, 100)).toBeUndefined()
    await chain.mintCoins(other, 1n)
    expect(await relay.outcome(second.id, 100)).toBeUndefined()
    await chain.mintCoins(other, 1n)
    expect(await settled(relay, second.id)).toMatchObject({ status: 'confirmed' })
  })
})
