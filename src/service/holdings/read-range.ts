import type { Address, Hex } from 'viem'
import {
  readHeader,
  readKnown,
  type KnowingChain,
  addressTopic,
  readLogs,
  chunks,
  TOPIC_VALUES_MAX,
  REORG_DEPTH_MAX,
  type BlockRange,
} from '#service/chain/chain-data.ts'
import type { ChainLog, LogTopics } from '#service/chain/chain-log.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import type { BlockHeader } from '#service/chain/rpc-schemas.ts'
import type { KnownBlock } from './index-progress.ts'
import { tokenEvents, type TokenEvent, TOPICS, WRAP_TOPICS } from './token-events.ts'

/** `minedAtSeconds` is set if the node sends it with the log. */
export type LocatedEvent = TokenEvent & {
  blockNumber: bigint
  logIndex: number
  transactionHash: Hex
  minedAtSeconds: bigint | undefined
}

/** Thrown if the node's responses belong to two states of the chain. The range must be read again. */
export class StaleRead extends Error {
  override name = 'StaleRead'
}

/**
 * Number of blocks before a range that are read again with it. Several nodes may share a URL, and a node that does
 * not have a block yet reports no logs for it.
 */
const OVERLAP_BLOCKS = 2n
const HEADERS_AT_ONCE = 32

/**
 * Reads a range that follows the known blocks. Returns its events, and those of its blocks that a reorg can still
 * remove.
 *
 * @throws StaleRead if logs and blocks do not belong to one chain
 */
export async function readRange(
  chain: KnowingChain,
  range: BlockRange & { start: bigint; head: BlockHeader },
  known: readonly KnownBlock[],
  addresses: readonly Address[] | 'all',
): Promise<{ events: LocatedEvent[]; logs: number; blocks: KnownBlock[] }> {
  const blocks = await readBlocks(chain, range, known)
  const from = range.from - OVERLAP_BLOCKS > range.start ? range.from - OVERLAP_BLOCKS : range.start
  const logs = await scanLogs(chain, { from, to: range.to }, addresses)
  requireBlocks(logs, [...known, ...blocks])
  return { events: locatedEvents(logs), logs: logs.length, blocks }
}

/** @throws StaleRead if a log's block is not the known block at its height */
export function requireBlocks(logs: readonly ChainLog[], known: readonly KnownBlock[]): void {
  const hashes = new Map(known.map(({ number, hash }) => [number, hash]))
  for (const { blockNumber, blockHash } of logs) {
    if ((hashes.get(blockNumber) ?? blockHash) !== blockHash) throw new StaleRead('a log of another chain')
  }
}

export function locatedEvents(logs: readonly ChainLog[]): LocatedEvent[] {
  return logs.flatMap((log) =>
    tokenEvents(log).map((event) => ({
      ...event,
      blockNumber: log.blockNumber,
      logIndex: Number(log.logIndex),
      transactionHash: log.transactionHash,
      minedAtSeconds: log.blockTimestamp,
    })),
  )
}

/** Reads the blocks of the range that are near the newest block. Each must be the child of the previous one. */
async function readBlocks(
  chain: KnowingChain,
  { from, to, head }: BlockRange & { head: BlockHeader },
  known: readonly KnownBlock[],
): Promise<KnownBlock[]> {
  const nearest = head.number - REORG_DEPTH_MAX + 1n
  const headers: Promise<BlockHeader | null>[] = []
  for (let number = from > nearest ? from : nearest; number <= to; number += 1n)
    headers.push(number === head.number ? Promise.resolve(head) : readKnown(chain, number))
  const blocks: KnownBlock[] = []
  let parent = from > nearest ? known.find(({ number }) => number === from - 1n)?.hash : undefined
  for (const header of await Promise.all(headers)) {
    if (header === null) throw new StaleRead('a block is missing')
    if (parent !== undefined && header.parentHash !== parent) throw new StaleRead('blocks of two chains')
    parent = header.hash
    blocks.push({ number: header.number, hash: header.hash })
  }
  return blocks
}

/** Reads the times of blocks, for logs that have no time. */
export async function readTimes(
  chain: ChainReader,
  events: readonly LocatedEvent[],
): Promise<Map<bigint, bigint>> {
  const times = new Map<bigint, bigint>()
  const unknown = new Set<bigint>()
  for (const { blockNumber, minedAtSeconds } of events) {
    if (minedAtSeconds === undefined) unknown.add(blockNumber)
    else times.set(blockNumber, minedAtSeconds)
  }
  for (const numbers of chunks([...unknown], HEADERS_AT_ONCE)) {
    const headers = await Promise.all(numbers.map((number) => readHeader(chain, number)))
    for (const header of headers) {
      if (header === null) throw new StaleRead('a block is missing')
      times.set(header.number, header.timestamp)
    }
  }
  return times
}

/**
 * Reads the logs in which tokens name one of these addresses, or any address for `all`. For few addresses the node
 * filters, with three requests per five hundred addresses. For many addresses it is cheaper to read all token logs
 * of the range and select the relevant ones. Returns the logs in the order of the chain.
 *
 * @throws RpcError if the node refuses the range
 */
export async function scanLogs(
  chain: ChainReader,
  range: BlockRange,
  addresses: readonly Address[] | 'all',
): Promise<ChainLog[]> {
  const filters =
    addresses === 'all' ? [[[...Object.values(TOPICS), WRAP_TOPICS.deposit]]] : addressFilters(addresses)
  const answers = await Promise.all(filters.map((topics) => readLogs(chain, range, topics)))
  // Removes duplicates, because a transfer between two of the addresses matches two filters.
  const unique = new Map(answers.flat().map((log) => [`${log.blockHash} ${log.logIndex}`, log]))
  return [...unique.values()].toSorted((a, b) =>
    Number(a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
  )
}

/**
 * Filters for logs that name one of the addresses. The sender is the first or second argument, the recipient the
 * second or third. Unwrapping needs no filter, because the coins were in the wallet before. So only deposits of
 * wrapped coins are read.
 */
function addressFilters(addresses: readonly Address[]): LogTopics[] {
  const { transfer, approval, approvalForAll, transferSingle, transferBatch, consecutiveTransfer } = TOPICS
  const filters: LogTopics[] = []
  for (const chunk of chunks(addresses, TOPIC_VALUES_MAX)) {
    const values = chunk.map(addressTopic)
    filters.push(
      [[transfer, approval, approvalForAll, WRAP_TOPICS.deposit], values],
      [[transfer, transferSingle, transferBatch, consecutiveTransfer], null, values],
      [[transferSingle, transferBatch, consecutiveTransfer], null, null, values],
    )
  }
  return filters
}
