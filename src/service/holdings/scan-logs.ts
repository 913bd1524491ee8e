import type { Address } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import { addressTopic, readLogs, type ChainLog, type LogTopics } from '#service/chain/chain-data.ts'
import { chunks } from './chunks.ts'
import { TOPICS } from './token-events.ts'

export type BlockRange = { from: bigint; to: bigint }

/** Nodes allow some thousand values for a topic, the strictest one thousand. */
const ADDRESSES_PER_FILTER = 500

/**
 * The logs in which tokens name one of these addresses, or any address at all. For few addresses the node
 * filters, by three requests for each five hundred; for many it is cheaper to read all token logs of the range
 * and look which concern us. In the order of the chain.
 *
 * @throws RpcError when the node refuses the range
 */
export async function scanLogs(
  chain: Pick<ChainConnection, 'rpc'>,
  range: BlockRange,
  addresses: readonly Address[] | 'all',
): Promise<ChainLog[]> {
  const filters = addresses === 'all' ? [[Object.values(TOPICS)]] : addressFilters(addresses)
  const answers = await Promise.all(filters.map((topics) => readLogs(chain, range, topics)))
  return inOrder(answers.flat())
}

/** Who sends stands in the first argument or the second, who receives in the second or the third. */
function addressFilters(addresses: readonly Address[]): LogTopics[] {
  const { transfer, approval, approvalForAll, transferSingle, transferBatch } = TOPICS
  const filters: LogTopics[] = []
  for (const chunk of chunks(addresses, ADDRESSES_PER_FILTER)) {
    const values = chunk.map(addressTopic)
    filters.push(
      [[transfer, approval, approvalForAll], values],
      [[transfer, transferSingle, transferBatch], null, values],
      [[transferSingle, transferBatch], null, null, values],
    )
  }
  return filters
}

/** In the order of the chain, each once: a transfer between two of the addresses fits two filters. */
function inOrder(logs: readonly ChainLog[]): ChainLog[] {
  const unique = new Map(logs.map((log) => [`${log.blockHash} ${log.logIndex}`, log]))
  return [...unique.values()].toSorted((a, b) =>
    Number(a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
  )
}
