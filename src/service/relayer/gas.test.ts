import { encodeFunctionData, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { demoCoinBytecode } from '#protocol/abi/demo-coin-bytecode.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { createFeeSource, gasOf } from './gas.ts'

const SECONDS_WITHOUT_BLOCKS = 3_600
afterEach(() => vi.restoreAllMocks())

const FEES = { maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') }

test('behavior: what fails before the pool and works after it is not refused, though the pool is dear to ask', async () => {
  const anvil = await startPlainAnvil({ blockTime: SECONDS_WITHOUT_BLOCKS })
  const sender = privateKeyToAccount(generatePrivateKey())
  await anvil.fund(sender.address, 10n ** 20n)
  const send = async (nonce: number, call: { to?: `0x${string}`; data: `0x${string}` }) => {
    const fixed = { type: 'eip1559', chainId: anvil.chainId, gas: 3_000_000n, ...FEES } as const
    const raw = await sender.signTransaction({ ...fixed, nonce, ...call })
    await anvil.rpc.request(z.string(), 'eth_sendRawTransaction', [raw])
  }
  await send(0, { data: demoCoinBytecode })
  await anvil.mine(1)
  const receipts = await anvil.rpc.request(
    z.array(z.object({ contractAddress: z.templateLiteral(['0x', z.string()]) })),
    'eth_getBlockReceipts',
    ['latest'],
  )
  const to = receipts[0]?.contractAddress ?? '0x'
  const call = (functionName: 'mint' | 'transfer') =>
    encodeFunctionData({ abi: demoCoinAbi, functionName, args: [sender.address, 5n] })
  const transfer = { from: sender.address, to, data: call('transfer') }
  const chain: Pick<ChainConnection, 'rpc' | 'callTellsGas' | 'simulateAt'> = {
    rpc: anvil.rpc,
    callTellsGas: true,
    simulateAt: () => 'latest',
  }
  expect(await gasOf(chain, transfer, 10_000_000n)).toMatchObject({ ok: false })
  await send(1, { to, data: call('mint') })
  expect(await gasOf(chain, transfer, 10_000_000n)).toMatchObject({ ok: true })
  await anvil.stop()
})

test('behavior: fees follow each new block, not sooner than a second after the last, and the tip is asked for each ten seconds', async () => {
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
  const fees = createFeeSource({ rpc: { request }, knownBlocks: () => [newest] }, 10_000n)
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
