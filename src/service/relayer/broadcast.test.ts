import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#server-kit/http/http-error.ts'
import { RpcError, UnexpectedAnswer, type Rpc } from '#service/chain/rpc.ts'
import { broadcast } from './broadcast.ts'

const RAW = '0x02'
const refusal = (message: string, data?: unknown) =>
  new RpcError('eth_sendRawTransaction', { code: -32_000, message, data })
const limit = (code: number, message: string) => new RpcError('eth_sendRawTransaction', { code, message })
const nonsense = new UnexpectedAnswer('eth_sendRawTransaction', new Error('null'))

/** A node that rejects a transaction with an error. `transaction` is its response to a lookup of the transaction. */
function nodeWith(error: Error, transaction: object | null) {
  const asked: string[] = []
  const rpc: Rpc = {
    request: async (schema, method) => {
      asked.push(method)
      return z.parse(schema, transaction)
    },
  }
  return { asked, chain: { rpc, sendRawTransaction: () => Promise.reject(error) } }
}

const WAITING = { blockNumber: null }

test.each<{ says: Error; has: object | null; answer: object; asks: number }>([
  { says: refusal('already known'), has: null, answer: { kind: 'accepted' }, asks: 0 },
  { says: refusal('nonce too low'), has: null, answer: { kind: 'nonce-too-low' }, asks: 0 },
  { says: refusal('txpool is full'), has: null, answer: { kind: 'later' }, asks: 0 },
  { says: refusal('server shutting down'), has: null, answer: { kind: 'later' }, asks: 0 },
  { says: refusal('insufficient funds for transfer'), has: null, answer: { kind: 'no-funds' }, asks: 0 },
  { says: refusal('unknown transaction type'), has: WAITING, answer: { kind: 'refused' }, asks: 0 },
  {
    says: refusal('transaction underpriced: tip needed 25, tip permitted 1'),
    has: null,
    answer: { kind: 'fee-too-low', minimum: { tip: 25n } },
    asks: 0,
  },
  {
    says: refusal('Internal JSON-RPC error.', { message: 'nonce too low' }),
    has: null,
    answer: { kind: 'nonce-too-low' },
    asks: 0,
  },
  {
    says: refusal('Internal error', { message: 'upstream', data: { message: 'already known' } }),
    has: null,
    answer: { kind: 'accepted' },
    asks: 0,
  },
  { says: refusal('Internal error', 'already known'), has: null, answer: { kind: 'accepted' }, asks: 0 },
  // Conflux writes its message in the data, as a JSON string.
  {
    says: refusal('Invalid parameters: tx', '"tx already exist"'),
    has: null,
    answer: { kind: 'accepted' },
    asks: 0,
  },
  {
    says: refusal(
      'Invalid parameters: tx',
      '"transaction gas price 1 less than the minimum value 20000000000"',
    ),
    has: null,
    answer: { kind: 'fee-too-low', minimum: { fee: 20_000_000_000n } },
    asks: 0,
  },
  { says: refusal('Internal error', { code: 5 }), has: null, answer: { kind: 'refused' }, asks: 1 },
  { says: refusal('Internal error'), has: null, answer: { kind: 'later' }, asks: 1 },
  { says: refusal('words of no table'), has: null, answer: { kind: 'refused' }, asks: 1 },
  { says: refusal('words of no table'), has: WAITING, answer: { kind: 'accepted' }, asks: 1 },
  { says: refusal('words of no table'), has: { blockNumber: '0x1' }, answer: { kind: 'accepted' }, asks: 1 },
  // A provider over its limit did not examine the transaction, whatever its message (latticexyz/mud 1522,
  // ithacaxyz/relay 1443, base/node 368, fluencelabs/dev-rewards 20, enviodev/hyperindex 715).
  { says: refusal('Too Many Requests'), has: null, answer: { kind: 'later' }, asks: 1 },
  {
    says: refusal(
      '429 Too Many Requests: {"jsonrpc":"2.0","error":{"code":-32016,"message":"over rate limit"}}',
    ),
    has: null,
    answer: { kind: 'later' },
    asks: 1,
  },
  { says: limit(-32_005, 'rate limit exceeded'), has: null, answer: { kind: 'later' }, asks: 1 },
  {
    says: limit(30, 'Request timeout on the free tier, please upgrade your tier to the paid one'),
    has: null,
    answer: { kind: 'later' },
    asks: 0,
  },
  { says: limit(-32_012, 'words of no table'), has: null, answer: { kind: 'later' }, asks: 1 },
  { says: limit(429, 'words of no table'), has: null, answer: { kind: 'later' }, asks: 1 },
  { says: limit(-32_012, 'credits limited to 6000/sec'), has: null, answer: { kind: 'later' }, asks: 0 },
  {
    says: limit(-32_005, 'Transaction gas limit exceeds block gas limit'),
    has: null,
    answer: { kind: 'refused' },
    asks: 0,
  },
  { says: refusal('INTERNAL_ERROR: nonce too low'), has: null, answer: { kind: 'nonce-too-low' }, asks: 0 },
  { says: nonsense, has: WAITING, answer: { kind: 'accepted' }, asks: 1 },
])('param: $says.rpcMessage, and the pool has $has: $answer.kind', async ({ says, has, answer, asks }) => {
  const { chain, asked } = nodeWith(says, has)
  expect(await broadcast(chain, RAW)).toMatchObject(answer)
  expect(asked).toHaveLength(asks)
})

test('error: a response in another shape stays an error if the node does not have the transaction', async () => {
  await expect(broadcast(nodeWith(nonsense, null).chain, RAW)).rejects.toBe(nonsense)
})

test('error: a pool that cannot be reached may have the transaction, and no lookup is sent', async () => {
  const late = new ApiError('CHAIN_TIMEOUT', 'no answer')
  const { chain, asked } = nodeWith(late, WAITING)
  await expect(broadcast(chain, RAW)).rejects.toBe(late)
  expect(asked).toEqual([])
})
