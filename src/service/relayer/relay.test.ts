import type { Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { relayerCheck } from '#service/readiness.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { RelayHandlers, RelayOutcome } from './relay.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

/** Records the ids of all outcomes. */
const takenBy = (taken: string[]): RelayHandlers => ({
  sandbox: { settled: async (_, outcomes) => void taken.push(...outcomes.map(({ id }) => id)) },
})

test('behavior: sends, and records the outcome and notifies its module in one step', async () => {
  const seen: RelayOutcome[] = []
  const relay = await world.fresh({
    handlers: { sandbox: { settled: async (_, outcomes) => void seen.push(...outcomes) } },
  })
  const to = newAddress()
  const { id, hash } = await relay.submit(world.mint(to, 4n))
  const outcome = await world.settled(relay, id)
  expect(outcome).toMatchObject({ id, status: 'confirmed', hash })
  expect(seen).toMatchObject([outcome])
  expect(await world.coinsOf(to)).toBe(4n)
  expect(await relay.outcome(id, 20_000)).toEqual(outcome)
})

test('error: a call that reverts in the simulation is rejected with its reason, and nothing is stored', async () => {
  const relay = await world.fresh()
  const taken = { purpose: 'sandbox' as const, to: world.net.tokens.erc721 }
  const data = encodeMint({
    standard: 'erc721',
    to: world.relayer.address,
    tokenId: BigInt(newAddress()),
  })
  await world.settled(relay, (await relay.submit({ ...taken, data })).id)
  const error = await relay.submit({ ...taken, data }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'TRANSACTION_REVERTS', status: 400 })
  expect(String(error)).toContain('ERC721InvalidSender')
  expect(await world.rows()).toHaveLength(1)
})

test("behavior: a caller's row is stored together with the transaction or not at all", async () => {
  const relay = await world.fresh()
  const to = newAddress()
  const requests = Array.from({ length: 30 }, (_, index) =>
    relay.submit({
      ...world.mint(to, 1n),
      onSigned: async (_trx, relayed) => {
        expect(relayed.hash).toMatch(/^0x[0-9a-f]{64}$/)
        if (index % 3 === 0) throw new Error('not this one')
      },
    }),
  )
  const results = await Promise.allSettled(requests)
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10)
  for (const result of results) if (result.status === 'fulfilled') await world.settled(relay, result.value.id)
  const nonces = (await world.rows()).map((row) => row.nonce)
  expect(nonces).toEqual(Array.from({ length: 20 }, (_, index) => nonces[0]! + index))
  expect(await world.coinsOf(to)).toBe(20n)
})

test('behavior: two processes with one key never assign the same nonce, and each outcome is recorded once', async () => {
  const taken: string[] = []
  const handlers = takenBy(taken)
  const one = await world.fresh({ handlers })
  const other = await world.another({ handlers })
  const to = newAddress()
  const sent = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other).submit(world.mint(to, 1n))),
  )
  for (const { id } of sent) expect(await world.settled(one, id)).toMatchObject({ status: 'confirmed' })
  expect(new Set((await world.rows()).map((row) => row.nonce)).size).toBe(60)
  expect(taken.toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
  expect(await world.coinsOf(to)).toBe(60n)
})

test('behavior: an outcome that two checks of one block find at the same time is recorded once', async () => {
  const taken: string[] = []
  const twice: ChainConnection['onBlock'] = (listener) =>
    world.chain.onBlock((block) => {
      listener(block)
      listener(block)
    })
  const relay = await world.fresh({
    chain: { onBlock: twice },
    settings: { sweepMs: 60_000 },
    handlers: takenBy(taken),
  })
  const { id } = await relay.submit(world.mint(newAddress(), 1n))
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  await relay.stop()
  expect(taken).toEqual([id])
})

test('behavior: a call that reverts only in its block fails with the decoded reason', async () => {
  const request: ChainConnection['rpc']['request'] = (schema, method, params) =>
    method === 'eth_estimateGas'
      ? Promise.resolve(z.parse(schema, '0x30d40'))
      : world.chain.rpc.request(schema, method, params)
  const relay = await world.fresh({ chain: { rpc: { request } } })
  const data: Hex = `0xa9059cbb${newAddress().slice(2).padStart(64, '0')}${'9'.padStart(64, '0')}`
  const { id } = await relay.submit({ purpose: 'sandbox', to: world.net.tokens.erc20, data })
  const outcome = await world.settled(relay, id)
  expect(outcome).toMatchObject({ status: 'failed' })
  expect(outcome).toHaveProperty('reason', expect.stringContaining('ERC20InsufficientBalance'))
  expect(await relay.outcome(id, 20_000)).toEqual(outcome)
})

test('error: a call that needs more gas than one transaction may use is rejected before a nonce is taken', async () => {
  const relay = await world.fresh({ settings: { gasLimitMax: 40_000n } })
  await expect(relay.submit(world.mint(newAddress(), 1n))).rejects.toMatchObject({
    code: 'TRANSACTION_REVERTS',
    status: 400,
  })
  expect(await world.rows()).toHaveLength(0)
})

test('behavior: only one process at a time sweeps a lane, and the second takes over when the first ends', async () => {
  const one = await world.fresh({ settings: { sweepMs: 100 } })
  const owner = async () => (await world.ctx.db.selectFrom('leases').select('owner').execute())[0]?.owner
  const first = await owner()
  expect(first).toBeDefined()
  const other = await world.another({ settings: { sweepMs: 100 } })
  expect(await owner()).toBe(first)
  await one.stop()
  await expect.poll(owner).not.toBe(first)
  await expect.poll(owner).toBeDefined()
  const { id } = await other.submit(world.mint(newAddress(), 1n))
  expect(await world.settled(other, id)).toMatchObject({ status: 'confirmed' })
})

test('error: fees above the cap are rejected before a nonce is taken', async () => {
  const relay = await world.fresh({ settings: { feePerGasMax: 10n } })
  await expect(relay.submit(world.mint(newAddress(), 1n))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
  })
  expect(await world.rows()).toHaveLength(0)
  expect(await relayerCheck({ relay })()).toContain('NETWORK FEES ARE ABOVE THE LIMIT of 10 wei per gas')
  const usual = await world.another()
  expect(await relayerCheck({ relay: usual })()).not.toContain('LIMIT')
})
