import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startFaultProxy } from '#service/testing/fault-proxy.ts'
import { startFaultyNode } from '#service/testing/faulty-node.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { describeWays } from './node-report.ts'
import { openChain } from './open-chain.ts'
import { quantitySchema } from './rpc-schemas.ts'

const anvil = await startPlainAnvil()
const node = await startFaultyNode(anvil.url)
const other = await startFaultyNode(anvil.url)
const log = pino({ level: 'silent' })

afterEach(() => {
  node.refuse = () => undefined
  node.fault = 'none'
})
afterAll(async () => {
  await Promise.all([node.close(), other.close()])
  await anvil.stop()
})

/** A node without some methods, or without the pending block for some. */
function lacking(methods: readonly string[], atPending: readonly string[] = []): void {
  node.refuse = ({ method, params }) => {
    if (methods.includes(method))
      return { code: -32_601, message: `the method ${method} does not exist/is not available` }
    const isRefused = atPending.includes(method) && params.at(-1) === 'pending'
    return isRefused ? { code: -32_000, message: 'pending block is not available' } : undefined
  }
}

async function open() {
  const chain = await openChain({ rpcUrl: node.url, chainId: anvil.chainId, log })
  const ways = chain.nodeReport?.()
  await chain.close()
  return ways === undefined ? [] : describeWays(ways)
}

const PENDING = ['eth_call', 'eth_estimateGas', 'eth_getTransactionCount', 'eth_getCode']

test.each<{ lacks: string; methods?: string[]; atPending?: string[]; ways: string[] }>([
  { lacks: 'nothing', ways: ['asked at pending', 'tip by eth_maxPriorityFeePerGas'] },
  {
    lacks: 'the pending block of a call',
    atPending: ['eth_call'],
    ways: ['no pending block for eth_call: asked at latest', 'tip by eth_maxPriorityFeePerGas'],
  },
  {
    lacks: 'every pending block',
    atPending: PENDING,
    ways: [`no pending block for ${PENDING.join(', ')}: asked at latest`, 'tip by eth_maxPriorityFeePerGas'],
  },
  {
    lacks: 'eth_maxPriorityFeePerGas',
    methods: ['eth_maxPriorityFeePerGas'],
    ways: ['asked at pending', 'tip by eth_feeHistory'],
  },
  {
    lacks: 'eth_maxPriorityFeePerGas and eth_feeHistory',
    methods: ['eth_maxPriorityFeePerGas', 'eth_feeHistory'],
    ways: ['asked at pending', 'tip by eth_gasPrice'],
  },
])(
  'behavior: opens a node that lacks $lacks, with its other ways',
  async ({ methods = [], atPending, ways }) => {
    lacking(methods, atPending)
    expect(await open()).toEqual(ways)
  },
)

test.each<[readonly string[], string]>([
  [
    ['eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_gasPrice'],
    'none of eth_maxPriorityFeePerGas, eth_feeHistory and eth_gasPrice gives a tip',
  ],
  [['eth_estimateGas'], 'eth_estimateGas is served neither at “pending” nor at “latest”'],
  [['eth_getTransactionCount'], 'eth_getTransactionCount is served neither at “pending” nor at “latest”'],
  [['eth_sendRawTransaction'], 'eth_sendRawTransaction is not served'],
  [
    ['eth_getBlockByNumber'],
    'eth_getBlockByNumber gives no block with number, hash, parentHash and timestamp; eth_gasPrice',
  ],
])(
  'error: rejects a node without %s in a single message, before anything is sent',
  async (methods, sentence) => {
    lacking(methods[0] === 'eth_getBlockByNumber' ? [...methods, 'eth_gasPrice'] : methods)
    const refused = await open().catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'UnsupportedChainError' })
    expect(String(refused)).toContain(
      `The node of chain ${anvil.chainId} at RPC_URL cannot serve wallets: ${sentence}`,
    )
  },
)

test.each([
  ['HTTP 405', 405, 'Method Not Allowed'],
  ['plain text', 200, 'method not whitelisted'],
  // ethers-io/ethers.js 4796.
  [
    'HTTP 403',
    403,
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"rpc method is not whitelisted"}}',
  ],
])(
  'behavior: opens a gateway that returns %s for unsupported methods, with other ways',
  async (_, status, body) => {
    const gateway = await startFaultProxy(anvil.url)
    const unserved = (methods: readonly string[]) => {
      gateway.fault = ({ method }, { ask }) => (methods.includes(method) ? { status, body } : ask())
    }
    const opening = { rpcUrl: gateway.url, chainId: anvil.chainId, log }
    unserved(['eth_maxPriorityFeePerGas'])
    const chain = await openChain(opening)
    expect(chain.nodeReport?.().tip).toBe('eth_feeHistory')
    await chain.close()
    unserved(['eth_estimateGas'])
    await expect(openChain(opening)).rejects.toThrow(
      'eth_estimateGas is served neither at “pending” nor at “latest”',
    )
    await gateway.close()
  },
)

test('behavior: if a node stops serving the chosen way of the tip, another way is used', async () => {
  const chain = await openChain({ rpcUrl: node.url, chainId: anvil.chainId, log })
  const readTip = () => chain.rpc.request(quantitySchema, 'eth_maxPriorityFeePerGas', [])
  expect(await readTip()).toBeGreaterThan(0n)
  lacking(['eth_maxPriorityFeePerGas'])
  expect(await readTip()).toBeGreaterThanOrEqual(0n)
  node.asked.length = 0
  await readTip()
  expect(node.asked).not.toContain('eth_maxPriorityFeePerGas')
  await chain.close()
})

test('error: a node that stays busy is not reported to lack anything', async () => {
  lacking([])
  node.refuse = ({ method }) =>
    method === 'eth_estimateGas' ? { code: -32_005, message: 'limit exceeded' } : undefined
  await expect(open()).rejects.toMatchObject({ code: 'CHAIN_FAILED', rpcMessage: 'limit exceeded' })
})

test('behavior: after a failover the other node is probed, and its ways are reported', async () => {
  other.refuse = ({ method }) =>
    method === 'eth_maxPriorityFeePerGas' ? { code: -32_601, message: 'method not found' } : undefined
  const urls = { rpcUrl: node.url, secondRpcUrl: other.url }
  const chain = await openChain({ ...urls, chainId: anvil.chainId, log, probeMs: 20 })
  const tip = () => chain.nodeReport?.().tip
  expect(tip()).toBe('eth_maxPriorityFeePerGas')
  node.fault = 'server-error'
  await expect.poll(tip).toBe('eth_feeHistory')
  node.fault = 'none'
  await expect.poll(tip).toBe('eth_maxPriorityFeePerGas')
  await chain.close()
})
