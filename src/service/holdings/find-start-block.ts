import type { Chain } from '#service/chain/chain.ts'
import { readHeader, type BlockHeader } from '#service/chain/chain-data.ts'
import type { Database } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** A short chain is read whole. */
const BLOCKS_FEW = 10_000n
/** Clocks of chains and of servers differ; a day of logs more costs little. */
const MARGIN_SECONDS = 86_400n

/**
 * The block from which logs can concern this deployment: the last before the time at which its factory came
 * into use, less a day. Found by the blocks' times, which every node has, and not by their states, which most
 * have forgotten.
 */
export async function findStartBlock(
  db: Database,
  chain: Chain,
  head: BlockHeader,
  blocksFew = BLOCKS_FEW,
): Promise<bigint> {
  if (head.number <= blocksFew) return 0n
  const factory = await db
    .selectFrom('chain_factories')
    .select('created_at')
    .where('chain_id', '=', chain.id)
    .executeTakeFirst()
  if (factory === undefined) return 0n
  const wanted = BigInt(Math.floor(factory.created_at.getTime() / 1_000)) - MARGIN_SECONDS
  let [before, after] = [0n, head.number]
  while (before + 1n < after) {
    const middle = (before + after) / 2n
    const header = await readHeader(chain, middle)
    if (header === null) throw apiError('CHAIN_FAILED')
    if (header.timestamp < wanted) before = middle
    else after = middle
  }
  return before
}
