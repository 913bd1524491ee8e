import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readLogs } from './chain-data.ts'
import { RpcError, type Rpc } from './rpc.ts'

const ADDRESS = `0x${'11'.repeat(20)}`
const filterSchema = z.tuple([z.object({ fromBlock: z.string(), toBlock: z.string() })])
const quantity = (value: number) => `0x${value.toString(16)}`
const hash = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

type NodeParts = { blocks: number; perBlock: number; cut: number; receipts?: 'served' }

/**
 * A node that sends only the first logs of a range, and no error. `perBlock` logs are in each block from 1. Its receipts
 * are complete, if it serves them.
 */
function startNode({ blocks, perBlock, cut, receipts }: NodeParts) {
  const all = Array.from({ length: blocks * perBlock }, (_, index) => {
    const number = 1 + Math.floor(index / perBlock)
    const log = {
      address: ADDRESS,
      topics: [],
      data: '0x',
      transactionHash: hash(index),
      blockHash: hash(number),
    }
    return { number, log: { ...log, blockNumber: quantity(number), logIndex: quantity(index % perBlock) } }
  })
  let asked = 0
  const rpc: Rpc = {
    request: async (schema, method, params) => {
      asked += 1
      if (method === 'eth_getBlockReceipts') {
        if (receipts === undefined) throw new RpcError(method, { code: -32_601, message: 'no such method' })
        const ofBlock = all.filter(({ number }) => number === Number(params[0]))
        return z.parse(schema, [{ logs: ofBlock.map(({ log }) => log) }])
      }
      const [{ fromBlock, toBlock }] = z.parse(filterSchema, params)
      const found = all.filter(({ number }) => number >= Number(fromBlock) && number <= Number(toBlock))
      return z.parse(
        schema,
        found.slice(0, cut).map(({ log }) => log),
      )
    },
  }
  return { rpc, asked: () => asked }
}

const NO_CUT = 100_000
test.each<[string, NodeParts, number]>([
  ['100 of 250 logs (ethers-io/ethers.js 1389)', { blocks: 50, perBlock: 5, cut: 100 }, 250],
  ['256 of 1,908 logs (vechain-sdk-js 1049)', { blocks: 954, perBlock: 2, cut: 256 }, 1_908],
  ['1,000 of 1,001 logs, within a block', { blocks: 143, perBlock: 7, cut: 1_000 }, 1_001],
  ['the logs of a block that it fills', { blocks: 3, perBlock: 100, cut: 100 }, 300],
  ['100 of 250 logs of each block', { blocks: 3, perBlock: 250, cut: 100, receipts: 'served' }, 750],
  ['1,000 of 1,300 logs of a block', { blocks: 1, perBlock: 1_300, cut: 1_000, receipts: 'served' }, 1_300],
  ['all of 300 logs', { blocks: 3, perBlock: 100, cut: NO_CUT }, 300],
])('behavior: a node that sends %s → the rest is read too, and nothing twice', async (_what, node, count) => {
  const { rpc } = startNode(node)
  const logs = await readLogs({ rpc }, { from: 1n, to: BigInt(node.blocks) }, [])
  expect(logs).toHaveLength(count)
  expect(new Set(logs.map((log) => log.transactionHash)).size).toBe(count)
})

test('behavior: a number of logs at which nothing is cut needs one request', async () => {
  const { rpc, asked } = startNode({ blocks: 33, perBlock: 3, cut: NO_CUT })
  expect(await readLogs({ rpc }, { from: 1n, to: 33n }, [])).toHaveLength(99)
  expect(asked()).toBe(1)
})

test.each([
  ['serves receipts', 'served', 60],
  ['serves none', undefined, undefined],
] as const)('behavior: a node that refuses the logs of one block and %s', async (_what, receipts, count) => {
  const { rpc } = startNode({ blocks: 1, perBlock: 60, cut: NO_CUT, ...(receipts && { receipts }) })
  const refusing: Rpc = {
    request: (schema, method, params) => {
      if (method !== 'eth_getLogs') return rpc.request(schema, method, params)
      const message = 'query returned more than 50 results'
      return Promise.reject(new RpcError(method, { code: -32_005, message }))
    },
  }
  const reading = readLogs({ rpc: refusing }, { from: 1n, to: 1n }, [])
  const read = await reading.then(
    (logs) => logs.length,
    (error: unknown) => (error instanceof RpcError ? undefined : error),
  )
  expect(read).toBe(count)
})

test('behavior: only the logs that match the topics are taken from receipts', async () => {
  const { rpc } = startNode({ blocks: 1, perBlock: 200, cut: 100, receipts: 'served' })
  expect(await readLogs({ rpc }, { from: 1n, to: 1n }, [[hash(7) as `0x${string}`]])).toEqual([])
})
