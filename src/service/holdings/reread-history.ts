import type { Database } from '#service/db/database.ts'
import { rollBack } from './index-progress.ts'

/** The blocks of a chain that are read again: from `from` (inclusive) to `next` (exclusive). */
export type RereadBlocks = { chainId: number; from: bigint; next: bigint }

/**
 * Makes the index read the logs of a block and of all later ones again, because the node may have left some out. The
 * process that reads the chain continues from there, and stores nothing of what it read before. Returns the affected
 * chains.
 */
export function rereadHistory(db: Database, fromBlock: bigint): Promise<RereadBlocks[]> {
  return db.transaction().execute(async (trx) => {
    const indexes = await trx
      .selectFrom('holding_indexes')
      .select(['chain_id', 'start_block', 'next_block'])
      .orderBy('chain_id')
      .forUpdate()
      .execute()
    const reread = indexes
      .map((row) => ({
        chainId: Number(row.chain_id),
        start: BigInt(row.start_block),
        next: BigInt(row.next_block),
      }))
      .map(({ chainId, start, next }) => ({ chainId, from: fromBlock > start ? fromBlock : start, next }))
      .filter(({ from, next }) => from < next)
    for (const { chainId, from } of reread) await rollBack(trx, chainId, from - 1n)
    return reread
  })
}
