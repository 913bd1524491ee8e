import { keccak256, parseTransaction, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { blockSchema, quantity, quantitySchema } from '#service/chain/rpc-schemas.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { USUAL_GAS_LIMIT } from './gas.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

/** Returns the current maximum cost of one typical transaction. */
async function costOfOne(): Promise<bigint> {
  const { rpc } = world.chain
  const block = await rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  const tip = await rpc.request(quantitySchema, 'eth_maxPriorityFeePerGas', [])
  return USUAL_GAS_LIMIT * (block.baseFeePerGas! * 2n + tip)
}

/** Starts a relay whose key has the balance `balance`. */
async function start(balance: { wei: bigint }) {
  const request: ChainConnection['rpc']['request'] = async (schema, method, params) =>
    method === 'eth_getBalance'
      ? z.parse(schema, quantity(balance.wei))
      : world.chain.rpc.request(schema, method, params)
  return world.fresh({ chain: { rpc: { request } }, settings: { fundsMs: 20 } })
}

const alarms = (level: number) =>
  world.ctx.logLines.filter(
    (line) => line.includes('relayer-balance-low') && line.includes(`"level":${level}`),
  )

test('behavior: below the cost of 20 transactions it alerts once and continues', async () => {
  const balance = { wei: (await costOfOne()) * 19n }
  const relay = await start(balance)
  expect(relay.funds()).toEqual([
    { address: world.relayer.address.toLowerCase(), balanceWei: balance.wei, state: 'low' },
  ])
  await relay.submit(world.mint(newAddress(), 1n))
  expect(alarms(50)).toHaveLength(1)
})

test('error: below the cost of 2 transactions new work is rejected before anything is stored, and accepted again after funding', async () => {
  const one = await costOfOne()
  const balance = { wei: one }
  const relay = await start(balance)
  const submit = () => relay.submit(world.mint(newAddress(), 1n))
  await expect(submit()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    publicMessage: 'The service cannot pay network fees at the moment. Try again later.',
  })
  expect(await world.rows()).toHaveLength(0)
  expect(alarms(50)).toHaveLength(1)
  balance.wei = one * 1_000n
  await expect.poll(() => relay.funds()[0]!.state).toBe('enough')
  expect(await world.settled(relay, (await submit()).id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: on a chain without fees a key without coins sends (NomicFoundation/hardhat-ignition 730)', async () => {
  const { rpc } = world.chain
  const free: Record<string, unknown> = { eth_getBalance: '0x0', eth_maxPriorityFeePerGas: '0x0' }
  const request: ChainConnection['rpc']['request'] = async (schema, method, params) => {
    if (method in free) return z.parse(schema, free[method])
    const answer = await rpc.request(z.unknown(), method, params)
    const isBlock = method === 'eth_getBlockByNumber' && answer !== null
    return z.parse(schema, isBlock ? { ...Object(answer), baseFeePerGas: '0x0' } : answer)
  }
  const signed: Hex[] = []
  const sendRawTransaction = async (raw: Hex): Promise<Hex> => {
    signed.push(raw)
    return keccak256(raw)
  }
  const { knownBlocks: _known, askNewest: _ask, ...chain } = world.chain
  const relay = await world.fresh({
    chain: { ...chain, knownBlocks: () => [], rpc: { request }, sendRawTransaction },
  })
  expect(relay.funds()).toMatchObject([{ balanceWei: 0n, state: 'enough' }])
  await relay.submit(world.mint(newAddress(), 1n))
  expect(alarms(50)).toEqual([])
  expect(signed.map((raw) => parseTransaction(raw).maxFeePerGas ?? 0n)).toEqual([0n])
})

test('behavior: a balance that cannot be read refuses nothing', async () => {
  const request: ChainConnection['rpc']['request'] = async (schema, method, params) =>
    method === 'eth_getBalance'
      ? Promise.reject(new Error('away'))
      : world.chain.rpc.request(schema, method, params)
  const relay = await world.fresh({ chain: { rpc: { request } }, settings: { fundsMs: 20 } })
  const { id } = await relay.submit(world.mint(newAddress(), 1n))
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: while a key has little balance, each call is sent alone, so no transaction needs much gas at once', async () => {
  const balance = { wei: (await costOfOne()) * 8n }
  const relay = await start(balance)
  relay.bundleThrough(world.net.bundleContract)
  const three = () =>
    world.submitTogether(
      relay,
      Array.from({ length: 3 }, () => ({
        ...world.mint(newAddress(), 1n),
        purpose: 'transaction' as const,
      })),
    )
  expect(new Set((await three()).map(({ hash }) => hash)).size).toBe(3)
  balance.wei *= 1_000n
  await expect.poll(() => relay.funds()[0]!.state).toBe('enough')
  expect(new Set((await three()).map(({ hash }) => hash)).size).toBeLessThan(3)
})
