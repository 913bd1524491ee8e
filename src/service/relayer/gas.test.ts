import { encodeFunctionData, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { demoCoinBytecode } from '#protocol/abi/demo-coin-bytecode.ts'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { estimateCallGas } from './gas.ts'

const SECONDS_WITHOUT_BLOCKS = 3_600

const FEES = { maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') }

test('behavior: accepts a call that only works after the pool’s transactions, even if simulating on the pool is expensive', async () => {
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
  expect(await estimateCallGas(chain, transfer, 10_000_000n)).toMatchObject({ ok: false })
  await send(1, { to, data: call('mint') })
  expect(await estimateCallGas(chain, transfer, 10_000_000n)).toMatchObject({ ok: true })
  await anvil.stop()
})

const LIMIT = 8_000_000n

test.each([
  ['a little gas', 100_000n, { ok: true, gas: 155_000n }],
  ['nearly as much as the limit', LIMIT - 1n, { ok: true, gas: LIMIT }],
  ['as much as the limit', LIMIT, { ok: true, gas: LIMIT }],
  // Rollups that charge for their data by gas (ethereum-optimism/go-ethereum 273).
  [
    'more than the limit of the request',
    LIMIT + 1n,
    { ok: false, reason: 'the call needs more gas than one transaction may use' },
  ],
])('behavior: a node that estimates %s', async (_name, estimated, expected) => {
  const rpc: Rpc = { request: async (schema) => z.parse(schema, `0x${estimated.toString(16)}`) }
  const call = { from: ZERO_ADDRESS, to: ZERO_ADDRESS, data: '0x' } as const
  expect(await estimateCallGas({ rpc }, call, LIMIT)).toEqual(expected)
})

/** EIP-7623: 21,000, ten for each zero byte and forty for each other one. */
test.each<[what: string, data: `0x${string}`, callTellsGas: boolean, expected: object]>([
  ['30,000 bytes', `0x${'ff'.repeat(30_000)}`, false, { ok: true, gas: 1_221_000n }],
  ['30,000 zero bytes', `0x${'00'.repeat(30_000)}`, false, { ok: true, gas: 321_000n }],
  ['30,000 bytes, without an estimate', `0x${'ff'.repeat(30_000)}`, true, { ok: true, gas: 1_221_000n }],
  ['300 bytes', `0x${'ff'.repeat(300)}`, false, { ok: true, gas: 155_000n }],
  [
    '200,000 bytes',
    `0x${'ff'.repeat(200_000)}`,
    false,
    { ok: false, reason: 'the call needs more gas than one transaction may use' },
  ],
])(
  'behavior: a node whose estimate ignores the price of data (ethrex 1665) → %s get enough gas',
  async (_what, data, callTellsGas, expected) => {
    const rpc: Rpc = {
      request: async (schema, method) => z.parse(schema, method === 'eth_call' ? '0x' : '0x186a0'),
    }
    const call = { from: ZERO_ADDRESS, to: ZERO_ADDRESS, data } as const
    expect(await estimateCallGas({ rpc, callTellsGas }, call, LIMIT)).toEqual(expected)
  },
)
