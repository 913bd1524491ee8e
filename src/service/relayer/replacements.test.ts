import { keccak256, parseTransaction, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { RpcError, type Rpc } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const NO_FUNDS = 'insufficient funds for gas * price + value'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

const GWEI = 10n ** 9n
const MINIMUM = 25n * GWEI

/** A pool that rejects a transaction if `refuse` returns a message. */
function poolThat(refuse: (form: { tip: bigint; fee: bigint; data: Hex }, raw: Hex) => string | undefined) {
  const sendRawTransaction: ChainConnection['sendRawTransaction'] = async (raw) => {
    const { maxPriorityFeePerGas: tip = 0n, maxFeePerGas: fee = 0n, data = '0x' } = parseTransaction(raw)
    const message = refuse({ tip, fee, data }, raw)
    if (message !== undefined) throw new RpcError('eth_sendRawTransaction', { code: -32_000, message })
    return world.chain.sendRawTransaction(raw)
  }
  return { sendRawTransaction }
}

/** A node whose responses come from the test. */
function rpcWith(answer: (method: string, params: readonly unknown[]) => unknown): Rpc {
  return {
    request: async (schema, method, params) => {
      const given = answer(method, params)
      return given === undefined ? world.chain.rpc.request(schema, method, params) : z.parse(schema, given)
    },
  }
}

test.each<{ wording: string; says: (tip: bigint, fee: bigint) => string; attempts: number }>([
  {
    wording: 'geth 1.16 and its forks',
    says: (tip) => `transaction gas price below minimum: gas tip cap ${tip}, minimum needed ${MINIMUM}`,
    attempts: 2,
  },
  {
    wording: 'geth 1.12',
    says: (tip) => `transaction underpriced: tip needed ${MINIMUM}, tip permitted ${tip}`,
    attempts: 2,
  },
  { wording: 'a node that names no minimum', says: () => 'transaction underpriced', attempts: 7 },
  { wording: 'a gateway', says: () => 'call failed: FeeTooLow', attempts: 7 },
])('behavior: a minimum tip in the words of $wording is paid at once', async ({ says, attempts }) => {
  const pool = poolThat(({ tip, fee }) => (tip < MINIMUM ? says(tip, fee) : undefined))
  const relay = await world.fresh({ chain: pool })
  const to = newAddress()
  const first = await relay.submit(world.mint(to, 1n))
  expect(await world.settled(relay, first.id)).toMatchObject({ status: 'confirmed' })
  const forms = await world.attemptsOf(first.id)
  expect(forms.length).toBeLessThanOrEqual(attempts)
  expect(forms.every(({ kind }) => kind === 'call')).toBe(true)
  for (const { max_fee_per_gas: fee } of forms) expect(BigInt(fee)).toBeLessThan(200n * GWEI)
  // The named minimum applies from now on.
  const second = await relay.submit(world.mint(to, 1n))
  expect(await world.settled(relay, second.id)).toMatchObject({ status: 'confirmed' })
  expect((await world.attemptsOf(second.id)).length).toBeLessThanOrEqual(attempts === 2 ? 1 : attempts)
  expect(await world.coinsOf(to)).toBe(2n)
})

test('behavior: a minimum above the limit is in the log and stored with the transaction, and applies until it falls', async () => {
  let minimum = 5_000n * GWEI
  const pool = poolThat(({ tip }) =>
    tip < minimum
      ? `transaction gas price below minimum: gas tip cap ${tip}, minimum needed ${minimum}`
      : undefined,
  )
  const relay = await world.fresh({ chain: pool })
  const { id } = await relay.submit(world.mint(newAddress(), 1n))
  await expect.poll(() => world.ctx.logLines.join('')).toContain('is above the limit of 1000000000000')
  expect((await world.rows())[0]?.refusal).toContain(`minimum needed ${minimum}`)
  await expect(relay.submit(world.mint(newAddress(), 1n))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  minimum = 30n * GWEI
  world.ctx.clock.advance(3_000)
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: an unknown message cancels nothing that the pool has', async () => {
  const raws: Hex[] = []
  const pool = poolThat((_form, raw) => {
    raws.push(raw)
    return 'the flux capacitor is busy'
  })
  const rpc = rpcWith((method, [hash]) =>
    method === 'eth_getTransactionByHash' && raws.some((raw) => keccak256(raw) === hash)
      ? { hash, blockNumber: null }
      : undefined,
  )
  const relay = await world.fresh({ chain: { ...pool, rpc }, settings: { stuckMs: 600_000 } })
  const { id } = await relay.submit(world.mint(newAddress(), 1n))
  for (let round = 0; round < 3; round += 1) {
    const before = raws.length
    world.ctx.clock.advance(130_000)
    await expect.poll(() => raws.length).toBeGreaterThan(before + 1)
  }
  expect(await world.attemptsOf(id)).toMatchObject([{ kind: 'call' }])
  expect(await world.rows()).toMatchObject([{ status: 'signed', refused_since: null }])
  await world.chain.sendRawTransaction(raws[0] ?? '0x')
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: the earlier form is offered again while the key cannot pay a raised fee (besu-docs 1458)', async () => {
  let first: bigint | undefined
  let isKept = false
  const sendRawTransaction: ChainConnection['sendRawTransaction'] = async (raw) => {
    const { maxFeePerGas = 0n } = parseTransaction(raw)
    first ??= maxFeePerGas
    if (maxFeePerGas > first)
      throw new RpcError('eth_sendRawTransaction', { code: -32_000, message: NO_FUNDS })
    return isKept ? world.chain.sendRawTransaction(raw) : keccak256(raw)
  }
  const relay = await world.fresh({ chain: { sendRawTransaction }, settings: { stuckMs: 10_000 } })
  const { id } = await relay.submit(world.mint(newAddress(), 1n))
  world.ctx.clock.advance(11_000)
  await expect.poll(async () => (await world.attemptsOf(id)).length).toBe(2)
  isKept = true
  world.ctx.clock.advance(3_000)
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
})

test('behavior: a full pool gets the transaction later, and nothing is cancelled', async () => {
  let isFull = true
  const relay = await world.fresh({ chain: poolThat(() => (isFull ? 'txpool is full' : undefined)) })
  const { id } = await relay.submit(world.mint(newAddress(), 1n))
  world.ctx.clock.advance(200_000)
  await expect.poll(async () => (await world.rows())[0]?.refusal).toBe('txpool is full')
  isFull = false
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect((await world.attemptsOf(id)).every(({ kind }) => kind === 'call')).toBe(true)
})

test("behavior: the node's message stays after the cancel was accepted, and the cancel has the gas that the chain estimates", async () => {
  const cancels: Hex[] = []
  let isKept = false
  const sendRawTransaction: ChainConnection['sendRawTransaction'] = async (raw) => {
    if (parseTransaction(raw).data !== undefined)
      throw new RpcError('eth_sendRawTransaction', { code: -32_000, message: 'unknown transaction type' })
    cancels.push(raw)
    return isKept ? world.chain.sendRawTransaction(raw) : keccak256(raw)
  }
  const estimate = 150_000n
  const { address } = world.relayer
  const rpc = rpcWith((method, [call]) =>
    method === 'eth_estimateGas' &&
    z.safeParse(z.object({ to: z.literal(address.toLowerCase()) }), call).success
      ? `0x${estimate.toString(16)}`
      : undefined,
  )
  const relay = await world.fresh({ chain: { sendRawTransaction, rpc } })
  await expect(relay.submit(world.mint(newAddress(), 1n))).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
  world.ctx.clock.advance(125_000)
  await expect.poll(() => cancels.length).toBeGreaterThan(0)
  world.ctx.clock.advance(3_000)
  await expect.poll(async () => (await world.rows())[0]?.refused_since).toBeNull()
  isKept = true
  const [row] = await world.rows()
  expect(await world.settled(relay, row!.id)).toMatchObject({
    status: 'failed',
    reason: 'the chain refused the transaction: unknown transaction type',
  })
  expect(parseTransaction(cancels[0] ?? '0x').gas).toBe((estimate * 125n) / 100n + 30_000n)
})

test('behavior: a cancel for which the estimate is too low gets more gas at once (zksync-os-server 1553)', async () => {
  const needed = 200_000n
  const cancels: bigint[] = []
  const sendRawTransaction: ChainConnection['sendRawTransaction'] = async (raw) => {
    const { data, gas = 0n } = parseTransaction(raw)
    const message = data === undefined ? 'intrinsic gas too low' : 'unknown transaction type'
    if (data === undefined) cancels.push(gas)
    if (data !== undefined || gas < needed)
      throw new RpcError('eth_sendRawTransaction', { code: -32_000, message })
    return world.chain.sendRawTransaction(raw)
  }
  const relay = await world.fresh({ chain: { sendRawTransaction } })
  await expect(relay.submit(world.mint(newAddress(), 1n))).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
  world.ctx.clock.advance(125_000)
  await expect.poll(() => cancels.at(-1) ?? 0n).toBeGreaterThanOrEqual(needed)
  const [row] = await world.rows()
  expect(await world.settled(relay, row!.id)).toMatchObject({
    status: 'failed',
    reason: 'the chain refused the transaction: unknown transaction type',
  })
})
