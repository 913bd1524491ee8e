import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { demoCoinBytecode } from '#protocol/abi/demo-coin-bytecode.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { readLogs } from './chain-data.ts'
import { logSchema } from './chain-log.ts'
import { foundSchema } from './find-transaction.ts'
import { feeHistorySchema } from './read-tip.ts'
import { blockSchema, hashSchema, headerSchema, receiptSchema } from './rpc-schemas.ts'
import type { Rpc } from './rpc.ts'

const fieldsSchema = z.record(z.string(), z.unknown())
type Fields = z.infer<typeof fieldsSchema>

/** Records responses of a running node, one of each kind that the service reads. */
async function record() {
  const anvil = await startPlainAnvil()
  const sender = privateKeyToAccount(generatePrivateKey())
  await anvil.fund(sender.address, 10n ** 20n)
  const fee = 10n ** 10n
  const raw = await sender.signTransaction({
    type: 'eip1559',
    chainId: anvil.chainId,
    nonce: 0,
    gas: 3_000_000n,
    data: demoCoinBytecode,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  })
  const hash = await anvil.rpc.request(hashSchema, 'eth_sendRawTransaction', [raw])
  await anvil.mine(1)
  const one = (method: string, ...params: unknown[]) => anvil.rpc.request(fieldsSchema, method, params)
  const receipt = await one('eth_getTransactionReceipt', hash)
  const block = await one('eth_getBlockByNumber', receipt['blockNumber'], false)
  const recorded = {
    header: block,
    block,
    receipt,
    // A rollup adds the cost of the data.
    rollupReceipt: { ...receipt, l1Fee: '0x65426a26229f' },
    // A transaction's own log has every field of an eth_getLogs response.
    log: {
      address: receipt['contractAddress'],
      topics: [hash],
      data: '0x',
      blockNumber: receipt['blockNumber'],
      blockHash: receipt['blockHash'],
      transactionHash: hash,
      transactionIndex: '0x0',
      logIndex: '0x0',
      blockTimestamp: block['timestamp'],
      removed: false,
    },
    transaction: await one('eth_getTransactionByHash', hash),
    feeHistory: await one('eth_feeHistory', '0x2', 'latest', [50]),
  }
  await anvil.stop()
  return recorded
}

const recorded = await record()

/**
 * The schema of each response, and the fields that the response must have. If one of these fields is missing, the
 * response is requested again.
 */
const READERS: Record<keyof typeof recorded, { schema: z.ZodMiniType; needed: readonly string[] }> = {
  header: { schema: headerSchema, needed: ['number', 'hash', 'parentHash', 'timestamp'] },
  block: { schema: blockSchema, needed: ['number', 'hash', 'parentHash', 'timestamp'] },
  receipt: { schema: receiptSchema, needed: ['transactionHash', 'blockNumber', 'blockHash', 'status'] },
  rollupReceipt: { schema: receiptSchema, needed: ['transactionHash', 'blockNumber', 'blockHash', 'status'] },
  log: {
    schema: logSchema,
    needed: ['address', 'topics', 'data', 'blockNumber', 'blockHash', 'transactionHash', 'logIndex'],
  },
  transaction: { schema: foundSchema, needed: [] },
  feeHistory: { schema: feeHistorySchema, needed: [] },
}

const ABSENCES = [
  [
    'dropped',
    (fields: Fields, name: string) =>
      Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)),
  ],
  ['null', (fields: Fields, name: string) => ({ ...fields, [name]: null })],
] as const

const KINDS = ['header', 'block', 'receipt', 'rollupReceipt', 'log', 'transaction', 'feeHistory'] as const
const cases = KINDS.flatMap((kind) =>
  Object.keys(recorded[kind]).flatMap((field) =>
    ABSENCES.map(([how, without]) => ({
      title: `${kind} without ${field} (${how})`,
      schema: READERS[kind].schema,
      answer: without(recorded[kind], field),
      isNeeded: READERS[kind].needed.includes(field),
    })),
  ),
)

describe('responses of a node', () => {
  test.each(KINDS)('param: reads a complete %s', (kind) => {
    expect(z.safeParse(READERS[kind].schema, recorded[kind])).toMatchObject({ success: true })
  })

  test.each(cases)('param: reads $title, or requests it again', ({ schema, answer, isNeeded }) => {
    expect(z.safeParse(schema, answer).success).toBe(!isNeeded)
  })

  test('param: null and a missing field mean the same', () => {
    const parse = (fields: Fields) => z.parse(receiptSchema, { ...recorded.receipt, ...fields })
    expect(parse({ effectiveGasPrice: null, gasUsed: null, logs: null })).toMatchObject({
      effectiveGasPrice: undefined,
      gasUsed: undefined,
      logs: undefined,
    })
    expect(z.parse(blockSchema, { ...recorded.block, baseFeePerGas: null }).baseFeePerGas).toBeUndefined()
  })

  test('behavior: null for the logs of a range → no logs (onflow/flow-evm-gateway 695)', async () => {
    const rpc: Rpc = { request: async (schema) => z.parse(schema, null) }
    expect(await readLogs({ rpc }, { from: 1n, to: 2n }, [])).toEqual([])
  })
})
