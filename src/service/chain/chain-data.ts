import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { logSchema, type ChainLog, type LogTopics } from './chain-log.ts'
import type { ChainConnection, ChainReader } from './chain.ts'
import { mayBeCut } from './cut-logs.ts'
import { readReceiptLogs } from './receipt-logs.ts'
import { requestFound } from './request-found.ts'
import {
  addressSchema,
  blockSchema,
  type Block,
  dataSchema,
  hashSchema,
  headerSchema,
  type BlockHeader,
  quantity,
  blockParameter,
  type BlockAt,
  receiptSchema,
  type Receipt,
  unknownable,
} from './rpc-schemas.ts'
import { RpcError, type Rpc } from './rpc.ts'

/** Some nodes return null for a range without logs. */
const logsSchema = z.pipe(
  z.nullable(z.array(logSchema)),
  z.transform((logs) => logs ?? []),
)

/** A range of blocks, ends included. */
export type BlockRange = { from: bigint; to: bigint }

/**
 * Maximum number of blocks that a reorg is assumed to remove. Deployments that need more certainty set more
 * confirmations.
 */
export const REORG_DEPTH_MAX = 64n
/**
 * Maximum values per topic in one request. Most nodes allow several thousand. The strictest nodes allow one thousand.
 */
export const TOPIC_VALUES_MAX = 500

/** Splits items into groups of at most `size`, in order. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/**
 * Reads the logs of a range of blocks, ends included, that match the topics, from any contract. If the node may have cut
 * its list, the rest of the range is requested too. The logs of a single block that are refused or may be cut are read
 * from the block's receipts, if the node serves these.
 *
 * @throws RpcError if the node refuses, for example because the range or the response is too large for it
 */
export async function readLogs(
  chain: ChainReader,
  range: BlockRange,
  topics: LogTopics,
): Promise<ChainLog[]> {
  const filter = { fromBlock: quantity(range.from), toBlock: quantity(range.to), topics }
  const logs = await chain.rpc.request(logsSchema, 'eth_getLogs', [filter]).catch(async (error: unknown) => {
    if (range.from !== range.to || !(error instanceof RpcError)) throw error
    const found = await readReceiptLogs(chain.rpc, range.from, topics)
    if (found === undefined) throw error
    return found
  })
  const last = logs.at(-1)?.blockNumber
  if (last === undefined || !mayBeCut(logs.length)) return logs
  // The last block may be cut too, so it is read again, unless all of the list is of that block.
  const isOneBlock = logs[0]?.blockNumber === last
  const from = isOneBlock ? last + 1n : last
  const read = isOneBlock
    ? ((await readReceiptLogs(chain.rpc, last, topics).catch(keepReading)) ?? logs)
    : logs.filter(({ blockNumber }) => blockNumber < from)
  if (from > range.to) return read
  return [...read, ...(await readLogs(chain, { from, to: range.to }, topics))]
}

/** Receipts that the node cannot return in time or size must not stop the reading of a list that may be whole. */
function keepReading(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

const nullableHeaderSchema = z.nullable(headerSchema)

/** Reads a block of the current chain. Returns null if there is none with this number. */
export function readHeader(chain: ChainReader, block: BlockAt): Promise<BlockHeader | null> {
  return requestFound(chain.rpc, nullableHeaderSchema, 'eth_getBlockByNumber', [blockParameter(block), false])
}

/** Reads the blocks between two heights, exclusive. Omits those that the node does not have. */
export async function readBlocksBetween(
  { rpc }: ChainReader,
  after: bigint,
  before: bigint,
): Promise<Block[]> {
  const count = before > after ? Number(before - after) - 1 : 0
  const blocks = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const params = [quantity(after + BigInt(index) + 1n), false]
      return requestFound(rpc, z.nullable(blockSchema), 'eth_getBlockByNumber', params)
    }),
  )
  return blocks.flatMap((block) => block ?? [])
}

/** A chain connection that may cache its newest blocks. */
export type KnowingChain = Pick<ChainConnection, 'rpc' | 'knownBlocks' | 'askNewest'>

/** Reads an ancestor of the newest block, from the announced blocks or else from the node. */
export async function readKnown(chain: KnowingChain, number: bigint): Promise<BlockHeader | null> {
  const known = chain.knownBlocks?.().find((block) => block.number === number)
  return known ?? readHeader(chain, number)
}

/** Reads the newest block, from a recent announcement or else from the node. */
export async function readNewest(chain: KnowingChain): Promise<BlockHeader> {
  const known = chain.knownBlocks?.().at(-1)
  const newest = known ?? (await (chain.askNewest?.() ?? readHeader(chain, 'latest')))
  if (newest === null) throw apiError('CHAIN_FAILED')
  return newest
}

/** Encodes an address as an indexed argument of an event. */
export function addressTopic(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

const nullableBlockSchema = z.nullable(z.object({ hash: unknownable(hashSchema) }))

/** Reads the hash of the block at a height. Returns undefined while the node has none there. */
export async function readBlockHash(rpc: Rpc, number: bigint): Promise<Hex | undefined> {
  const params = [quantity(number), false]
  return (await requestFound(rpc, nullableBlockSchema, 'eth_getBlockByNumber', params))?.hash
}

const nullableReceiptSchema = z.nullable(receiptSchema)

/** Reads the receipt of a hash. Returns null while it is not mined, and for a receipt of another transaction. */
export async function readReceipt(chain: ChainReader, hash: Hex): Promise<Receipt | null> {
  const receipt = await requestFound(chain.rpc, nullableReceiptSchema, 'eth_getTransactionReceipt', [hash])
  return receipt?.transactionHash === hash ? receipt : null
}

/** A mined transaction. `input` is its calldata or its init code. `to` is undefined if it creates a contract. */
export type SentTransaction = { from: Address | undefined; to: Address | undefined; input: Hex }

const sentSchema = z.nullish(
  z.object({
    from: unknownable(addressSchema),
    to: unknownable(addressSchema),
    input: unknownable(dataSchema),
  }),
)

/** Reads a mined transaction. Returns undefined if the node does not have it or its calldata. */
export async function readSentTransaction(
  { rpc }: ChainReader,
  hash: Hex,
): Promise<SentTransaction | undefined> {
  const sent = await requestFound(rpc, sentSchema, 'eth_getTransactionByHash', [hash])
  if (sent?.input === undefined) return undefined
  const { from, to, input } = sent
  return { from, to, input }
}
