import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Database, Transaction } from '#service/db/database.ts'
import type { Lease } from '#service/db/leases.ts'

/** How far the logs of a chain are read: everything from `start` and before `next`. */
export type Progress = { start: bigint; next: bigint }
export type KnownBlock = { number: bigint; hash: Hex }

/** A reorganization that goes deeper than this is answered by reading everything again. */
export const BLOCKS_KEPT = 64

/** Somebody else reads the chain now, or has moved on: what was read here is dropped. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export async function findProgress(db: Database, chainId: number): Promise<Progress | undefined> {
  const row = await db
    .selectFrom('holding_indexes')
    .select(['start_block', 'next_block'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return row && { start: BigInt(row.start_block), next: BigInt(row.next_block) }
}

export async function beginProgress(db: Database, chainId: number, start: bigint): Promise<void> {
  const block = start.toString()
  await db
    .insertInto('holding_indexes')
    .values({ chain_id: chainId, start_block: block, next_block: block })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute()
}

/** The newest blocks that were read, newest first. */
export async function knownBlocks(db: Database, chainId: number): Promise<KnownBlock[]> {
  const rows = await db
    .selectFrom('holding_blocks')
    .select(['number', 'hash'])
    .where('chain_id', '=', chainId)
    .orderBy('number', 'desc')
    .limit(BLOCKS_KEPT)
    .execute()
  return rows.map((row) => ({ number: BigInt(row.number), hash: row.hash }))
}

/**
 * Runs writes of the one that reads the chain. The lease's row stays locked until they are committed, so whoever
 * takes the lease afterwards sees them, and what a process that was paused for long has read is not stored.
 *
 * @throws LeaseLost
 */
export function writeUnderLease<Result>(
  db: Database,
  lease: Pick<Lease, 'name' | 'owner'>,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const held = await sql`
      select name from leases
      where name = ${lease.name} and owner = ${lease.owner}::uuid and expires_at > clock_timestamp()
      for share`.execute(trx)
    if (held.rows.length === 0) throw new LeaseLost('another process reads the chain now')
    return work(trx)
  })
}

/** Moves on to `next`; `blocks` are the newest of those that were read. */
export async function moveOn(
  trx: Transaction,
  chainId: number,
  move: { from: bigint; next: bigint; blocks: readonly KnownBlock[] },
): Promise<void> {
  const moved = await trx
    .updateTable('holding_indexes')
    .set({ next_block: move.next.toString() })
    .where('chain_id', '=', chainId)
    .where('next_block', '=', move.from.toString())
    .returning('chain_id')
    .executeTakeFirst()
  if (moved === undefined) throw new LeaseLost('the index was moved by another process')
  if (move.blocks.length > 0) {
    const rows = move.blocks.map(({ number, hash }) => ({
      chain_id: chainId,
      number: number.toString(),
      hash,
    }))
    await trx.insertInto('holding_blocks').values(rows).execute()
  }
  await trx
    .deleteFrom('holding_blocks')
    .where('chain_id', '=', chainId)
    .where('number', '<', (move.next - BigInt(BLOCKS_KEPT)).toString())
    .execute()
}
