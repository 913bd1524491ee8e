import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { lacksLogs } from './kept-logs.ts'
import { RpcError, type Rpc } from './rpc.ts'

const NONE = `0x${'00'.repeat(256)}`
const SOME = `0x${'00'.repeat(255)}80`
const ALL = `0x${'ff'.repeat(256)}`
const refuse = (method: string) => () => {
  throw new RpcError(method, { code: -32_000, message: 'required historical state unavailable' })
}

/** A node whose blocks have these bloom filters, and whose `eth_getLogs` responds with `logs`. */
function nodeWith({ blooms, logs }: { blooms: (string | undefined)[]; logs: () => unknown }): Rpc {
  return {
    request: async (schema, method, params) => {
      if (method === 'eth_getLogs') return z.parse(schema, logs())
      const bloom = blooms[Number(params[0])]
      return z.parse(schema, bloom === undefined ? null : { logsBloom: bloom })
    },
  }
}

test.each<[string, boolean, { blooms: (string | undefined)[]; logs: () => unknown }]>([
  [
    'no logs of blocks that have some (geth --history.logs)',
    true,
    { blooms: [NONE, SOME, SOME], logs: () => [] },
  ],
  ['null for blocks that have logs', false, { blooms: [SOME], logs: () => null }],
  ['the logs', false, { blooms: [NONE, SOME], logs: () => [{}] }],
  ['no logs of blocks that have none', false, { blooms: [NONE, NONE], logs: () => [] }],
  ['filters of only ones (Filecoin)', false, { blooms: [ALL, ALL], logs: () => [] }],
  ['blocks without a filter', false, { blooms: ['', '0x'], logs: () => [] }],
  ['no blocks', false, { blooms: [undefined], logs: () => [] }],
  ['an error', false, { blooms: [SOME], logs: refuse('eth_getLogs') }],
])('behavior: a node with %s → lacks logs: %s', async (_what, lacking, node) => {
  expect(await lacksLogs(nodeWith(node), { from: 0n, to: BigInt(node.blooms.length) - 1n })).toBe(lacking)
})
