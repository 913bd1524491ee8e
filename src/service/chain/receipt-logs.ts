import * as z from 'zod/mini'
import { logSchema, type ChainLog, type LogTopics } from './chain-log.ts'
import { readList } from './read-list.ts'
import { quantity } from './rpc-schemas.ts'
import type { Rpc } from './rpc.ts'

const receiptsSchema = z.array(z.object({ logs: z.array(logSchema) }))

/**
 * Reads the logs of one block that match the topics from the receipts of the block, which no node cuts. Undefined if the
 * node does not serve these receipts.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function readReceiptLogs(
  rpc: Rpc,
  number: bigint,
  topics: LogTopics,
): Promise<ChainLog[] | undefined> {
  const receipts = receiptsSchema.safeParse(await readList(rpc, 'eth_getBlockReceipts', [quantity(number)]))
  return receipts.data?.flatMap(({ logs }) => logs).filter((log) => doesMatch(log, topics))
}

/** Whether a log matches the topics of a filter (`eth_getLogs`). */
function doesMatch(log: Pick<ChainLog, 'topics'>, topics: LogTopics): boolean {
  return topics.every((values, position) => {
    const topic = log.topics[position]
    return values === null || values.some((value) => value.toLowerCase() === topic)
  })
}
