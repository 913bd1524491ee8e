import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { quantity } from '#service/chain/rpc-schemas.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { UnexpectedAnswer } from '#service/chain/rpc.ts'
import { createTestClock } from '#service/testing/test-context.ts'
import { createFeeSource, type FeeSettings } from './fees.ts'
import { replacementFees } from './replacement-fees.ts'

const clock = createTestClock()
const GWEI = 10n ** 9n
afterEach(() => vi.restoreAllMocks())

test('behavior: fees are read again for new blocks, at most once per second, and the tip every ten seconds', async () => {
  let asked = 0
  const request: Rpc['request'] = async (schema, method) => {
    expect(method).toBe('eth_maxPriorityFeePerGas')
    asked += 1
    return z.parse(schema, `0x${asked}`)
  }
  const hash = (byte: number) => `0x${byte.toString(16).padStart(64, '0')}` as const
  const block = (number: number, baseFeePerGas: bigint) => {
    const hashes = { hash: hash(number), parentHash: hash(number - 1) }
    return { number: BigInt(number), ...hashes, timestamp: 1n, baseFeePerGas }
  }
  let newest = block(1, 100n)
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const fees = createFeeSource({ rpc: { request }, knownBlocks: () => [newest] }, clock, {
    feePerGasMax: 10_000n,
    tipPerGasMin: 0n,
  }).current
  expect(await fees()).toEqual({ maxFeePerGas: 201n, maxPriorityFeePerGas: 1n, legacy: false })
  nowMs = 5_000
  newest = block(2, 200n)
  expect(await fees()).toMatchObject({ maxFeePerGas: 401n })
  newest = block(3, 300n)
  nowMs += 500
  expect(await fees()).toMatchObject({ maxFeePerGas: 401n })
  nowMs += 501
  expect(await fees()).toMatchObject({ maxFeePerGas: 601n })
  nowMs = 20_000
  expect(await fees()).toMatchObject({ maxFeePerGas: 601n })
  newest = block(4, 400n)
  expect(await fees()).toEqual({ maxFeePerGas: 802n, maxPriorityFeePerGas: 2n, legacy: false })
})

type Answers = Record<string, readonly unknown[]>

/** A node whose methods return the listed values one after the other, and then repeat the last. */
function nodeWith(answers: Answers): Rpc {
  const asked = new Map<string, number>()
  return {
    request: async (schema, method) => {
      const count = asked.get(method) ?? 0
      asked.set(method, count + 1)
      const result = z.safeParse(
        schema,
        answers[method]?.at(Math.min(count, (answers[method]?.length ?? 0) - 1)),
      )
      if (!result.success) throw new UnexpectedAnswer(method, result.error)
      return result.data
    },
  }
}

const HASH = `0x${'1'.repeat(64)}` as const
const headWith = (baseFeePerGas: bigint | undefined) => ({
  number: 1n,
  hash: HASH,
  parentHash: HASH,
  timestamp: 1n,
  baseFeePerGas,
})

function feesOf(answers: Answers, baseFee: bigint | undefined, settings: Partial<FeeSettings> = {}) {
  const chain = { rpc: nodeWith(answers), knownBlocks: () => [headWith(baseFee)] }
  return createFeeSource(chain, clock, { tipPerGasMin: 0n, ...settings })
}

test('behavior: a single tip of 900 gwei is checked against the tips of the newest blocks and not paid', async () => {
  const history = {
    gasUsedRatio: [0.4, 0, 0.5],
    reward: [[quantity(2n * GWEI)], ['0x0'], [quantity(3n * GWEI)]],
  }
  const node = {
    eth_maxPriorityFeePerGas: [quantity(900n * GWEI), quantity(GWEI)],
    eth_feeHistory: [history],
  }
  expect(await feesOf(node, GWEI).current()).toMatchObject({ maxPriorityFeePerGas: 3n * GWEI })
  // A node without a fee history is asked a second time.
  const { eth_maxPriorityFeePerGas } = node
  expect(await feesOf({ eth_maxPriorityFeePerGas }, GWEI).current()).toMatchObject({
    maxPriorityFeePerGas: GWEI,
  })
})

test('behavior: a tip that really rose is paid', async () => {
  const node = { eth_maxPriorityFeePerGas: [quantity(300n * GWEI)] }
  expect(await feesOf(node, GWEI).current()).toMatchObject({ maxPriorityFeePerGas: 300n * GWEI })
})

test('param: the minimum tip is the setting, or a higher minimum that a node named in the last ten minutes', async () => {
  const fees = feesOf({ eth_maxPriorityFeePerGas: ['0x1'] }, GWEI, { tipPerGasMin: 30n })
  expect(await fees.current()).toMatchObject({ maxPriorityFeePerGas: 30n })
  fees.noteMinimum({ tip: 25n * GWEI })
  expect(await fees.current()).toMatchObject({ maxPriorityFeePerGas: 25n * GWEI, maxFeePerGas: 27n * GWEI })
  clock.advance(11 * 60_000)
  fees.noteMinimum({ fee: 0n })
  expect(await fees.current()).toMatchObject({ maxPriorityFeePerGas: 30n })
})

test('param: without a setting the limit is twenty times the chain’s price, and at least 1,000 gwei', async () => {
  const expensive = 5_000n * GWEI
  const history = { baseFeePerGas: [quantity(expensive), quantity(900n * GWEI)] }
  const dear = feesOf({ eth_maxPriorityFeePerGas: ['0x1'], eth_feeHistory: [history] }, expensive)
  expect(await dear.limit()).toBe(18_000n * GWEI)
  expect(await dear.current()).toMatchObject({ maxFeePerGas: 10_000n * GWEI + 1n })
  expect(await feesOf({}, 7n).limit()).toBe(1_000n * GWEI)
  expect(await feesOf({}, expensive, { feePerGasMax: 8n }).limit()).toBe(8n)
  await expect(
    feesOf({ eth_maxPriorityFeePerGas: ['0x1'] }, expensive, { feePerGasMax: 8n }).current(),
  ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('behavior: a chain without EIP-1559 pays its gas price, and at least the minimum', async () => {
  const node = { eth_gasPrice: ['0x5'] }
  expect(await feesOf(node, undefined).current()).toEqual({
    maxFeePerGas: 5n,
    maxPriorityFeePerGas: 5n,
    legacy: true,
  })
  expect(await feesOf(node, undefined, { tipPerGasMin: 7n }).current()).toMatchObject({ maxFeePerGas: 7n })
})

/** Cases reported from chains where the usual tip is zero or the base fee is far below it. */
test.each<[title: string, tip: bigint, baseFee: bigint, max: bigint]>([
  [
    'a tip of 2 gwei over a base fee of 0.1 gwei (0xPolygon/zkevm-bridge-ui 317)',
    2n * GWEI,
    GWEI / 10n,
    (22n * GWEI) / 10n,
  ],
  [
    'a tip that only eth_maxPriorityFeePerGas returns (boundless-xyz/boundless 1909)',
    15_000_000n,
    GWEI / 10n,
    215_000_000n,
  ],
  ['no tip (paradigmxyz/reth 24181)', 0n, GWEI / 10n, GWEI / 5n],
])('behavior: %s → the whole fee covers the tip', async (_title, tip, baseFee, max) => {
  const history = { gasUsedRatio: [0.5], reward: [['0x0']] }
  const node = { eth_maxPriorityFeePerGas: [quantity(tip)], eth_feeHistory: [history] }
  expect(await feesOf(node, baseFee).current()).toMatchObject({
    maxPriorityFeePerGas: tip,
    maxFeePerGas: max,
  })
})

/** Nodes require both fields to rise by at least a tenth (cowprotocol/services 942). */
test.each<[tip: bigint, fee: bigint]>([
  [0n, GWEI],
  [0n, 0n],
  [1n, 7n],
  [9n, 9n],
  [GWEI, 3n * GWEI],
])('behavior: the replacement of a tip of %d and a fee of %d raises both', (tip, fee) => {
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: tip, legacy: false }
  for (const raise of ['required', 'doubled'] as const) {
    const raised = replacementFees({ old: fees, current: fees, raise, feePerGasMax: 10n ** 15n })
    expect(raised?.maxPriorityFeePerGas).toBeGreaterThan(tip)
    expect(raised?.maxFeePerGas).toBeGreaterThan(fee)
    expect((raised?.maxPriorityFeePerGas ?? 0n) * 10n).toBeGreaterThanOrEqual(tip * 11n)
    expect((raised?.maxFeePerGas ?? 0n) * 10n).toBeGreaterThanOrEqual(fee * 11n)
  }
})

test.each([
  ['a chain without fees', 0n, true, 0n],
  ['a chain without fees whose pool has the call', 0n, false, 1n],
  ['any other chain', 100n, true, 113n],
])('behavior: the fee of a replacement on %s: %d, refused %s → %d', (_, fee, isCancelOfRefused, wanted) => {
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee, legacy: false }
  const options = {
    old: fees,
    current: fees,
    raise: 'required',
    isCancelOfRefused,
    feePerGasMax: 1_000n,
  } as const
  expect(replacementFees(options)?.maxFeePerGas).toBe(wanted)
})
