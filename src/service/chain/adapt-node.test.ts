import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { adaptNode, NoTipError } from './adapt-node.ts'
import { PENDING_METHODS, type TipWay } from './node-report.ts'
import { quantitySchema } from './rpc-schemas.ts'
import { RpcError, UnexpectedAnswer, type RpcClient } from './rpc.ts'
import type { SimulationBlock } from './simulate.ts'

type Answer = (params: readonly unknown[]) => unknown
const refusal =
  (code: number, message: string): Answer =>
  () => {
    throw new RpcError('', { code, message })
  }
const HASH = `0x${'1'.repeat(64)}`
const block = { number: '0x1', hash: HASH, parentHash: HASH, timestamp: '0x1', baseFeePerGas: '0x64' }
const NO_METHOD = refusal(-32_601, 'the method eth_x does not exist/is not available')
const HISTORY = { gasUsedRatio: [0.5, 0.5, 0.5], reward: [['0x5'], ['0x9'], ['0x7']] }

function nodeWith(answers: Record<string, Answer>) {
  const asked: [string, readonly unknown[]][] = []
  const client: RpcClient = {
    request: async (schema, method, params) => {
      asked.push([method, params])
      const answer = (answers[method] ?? NO_METHOD)(params)
      const result = z.safeParse(schema, answer)
      if (!result.success) throw new UnexpectedAnswer(method, result.error)
      return result.data
    },
    close: async () => undefined,
  }
  return { asked, node: adaptNode(client) }
}

describe('the tip', () => {
  test.each<{ title: string; answers: Record<string, Answer>; way: TipWay; tip: bigint }>([
    {
      title: 'its own method',
      answers: { eth_maxPriorityFeePerGas: () => '0x3' },
      way: 'eth_maxPriorityFeePerGas',
      tip: 3n,
    },
    {
      title: 'the median of the newest blocks',
      answers: { eth_feeHistory: () => HISTORY },
      way: 'eth_feeHistory',
      tip: 7n,
    },
    {
      title: 'the price above the base fee if the newest blocks are empty',
      answers: {
        eth_feeHistory: () => ({ gasUsedRatio: [0, 0], reward: [['0x0'], ['0x0']] }),
        eth_gasPrice: () => '0x66',
        eth_getBlockByNumber: () => block,
      },
      way: 'eth_feeHistory',
      tip: 2n,
    },
    {
      title:
        'the price above the base fee if one transaction of an idle chain paid a high tip (foundry-rs/foundry 15559)',
      answers: {
        eth_feeHistory: () => ({ gasUsedRatio: [0, 0.01, 0], reward: [['0x0'], ['0x746a528800'], ['0x0']] }),
        eth_gasPrice: () => '0x66',
        eth_getBlockByNumber: () => block,
      },
      way: 'eth_feeHistory',
      tip: 2n,
    },
    {
      title: 'the median of all blocks if the node does not say how full they are',
      answers: {
        eth_feeHistory: () => ({ gasUsedRatio: null, reward: [['0x7'], ['0x746a528800'], ['0x0']] }),
      },
      way: 'eth_feeHistory',
      tip: 7n,
    },
    {
      title: 'the price above the base fee',
      answers: { eth_feeHistory: () => null, eth_gasPrice: () => '0x6e', eth_getBlockByNumber: () => block },
      way: 'eth_gasPrice',
      tip: 10n,
    },
    {
      title: 'zero if the price is below the base fee',
      answers: {
        eth_maxPriorityFeePerGas: refusal(-32_004, 'Method not supported'),
        eth_gasPrice: () => '0x1',
        eth_getBlockByNumber: () => block,
      },
      way: 'eth_gasPrice',
      tip: 0n,
    },
  ])('behavior: is $title', async ({ answers, way, tip }) => {
    const { node, asked } = nodeWith(answers)
    expect(await node.request(quantitySchema, 'eth_maxPriorityFeePerGas', [])).toBe(tip)
    expect(await node.ways.tip()).toBe(way)
    const before = asked.length
    await node.request(quantitySchema, 'eth_maxPriorityFeePerGas', [])
    expect(asked.slice(before).map(([method]) => method)).not.toContain(
      way === 'eth_maxPriorityFeePerGas' ? 'eth_feeHistory' : 'eth_maxPriorityFeePerGas',
    )
  })

  test('error: a node with none of the methods is CHAIN_FAILED, and is tried again later', async () => {
    const answers: Record<string, Answer> = {}
    const { node } = nodeWith(answers)
    await expect(node.ways.tip()).rejects.toBeInstanceOf(NoTipError)
    answers['eth_maxPriorityFeePerGas'] = () => '0x1'
    expect(await node.ways.tip()).toBe('eth_maxPriorityFeePerGas')
  })
})

describe('the pending block', () => {
  const hasPending: Answer = () => '0x'
  const onlyLatest: Answer = (params) => (params.at(-1) === 'latest' ? '0x' : refusal(-32_000, 'no')(params))
  let busy = 1
  const busyOnce: Answer = (params) => (busy-- > 0 ? refusal(-32_005, 'limit exceeded')(params) : '0x')

  test.each<[string, Answer, SimulationBlock]>([
    ['is used if the node has it', hasPending, 'pending'],
    ['is the newest one if the node has none', onlyLatest, 'latest'],
    ['stays if the method itself is refused', refusal(-32_000, 'no'), 'pending'],
    ['is retried once if the node is busy', busyOnce, 'pending'],
  ])('behavior: %s', async (_, answer, tag) => {
    const { node } = nodeWith({ eth_call: answer })
    expect(await node.ways.blockTag('eth_call')).toBe(tag)
  })

  test('behavior: is chosen once for each method, and again after a failover', async () => {
    const answers: Record<string, Answer> = { eth_call: onlyLatest, eth_getTransactionCount: hasPending }
    const { node, asked } = nodeWith(answers)
    const call = () => node.request(z.string(), 'eth_call', [{ data: '0x01' }, 'pending'])
    await Promise.all([call(), call()])
    expect(asked.filter(([, params]) => params.at(-1) === 'pending')).toHaveLength(1)
    await node.request(z.string(), 'eth_getTransactionCount', ['0x0', 'pending'])
    expect(asked.at(-1)).toEqual(['eth_getTransactionCount', ['0x0', 'pending']])
    answers['eth_call'] = hasPending
    node.ways.forget()
    await call()
    expect(asked.at(-1)).toEqual(['eth_call', [{ data: '0x01' }, 'pending']])
    expect(PENDING_METHODS).toContain('eth_estimateGas')
  })
})
