import { sql } from 'kysely'
import type { Hex } from 'viem'
import { apiError } from '#server-kit/http/http-error.ts'
import {
  readHeader,
  readKnown,
  readNewest,
  REORG_DEPTH_MAX,
  type KnowingChain,
} from '#service/chain/chain-data.ts'
import type { Chain } from '#service/chain/chain.ts'
import type { BlockHeader } from '#service/chain/rpc-schemas.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import type { Lease } from '#service/db/leases.ts'

/** The range of a chain's logs that was read: from `start` (inclusive) to `next` (exclusive). */
export type Progress = { start: bigint; next: bigint }
export type KnownBlock = { number: bigint; hash: Hex }

/** Thrown if another process has the lease, or has moved the position. Nothing that this process read is stored. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export async function findProgress(db: Database, chainId: number): Promise<Progress | undefined> {
  const row = await findRow(db, 'holding_indexes', ['start_block', 'next_block'], { chain_id: chainId })
  return row && { start: BigInt(row.start_block), next: BigInt(row.next_block) }
}

export async function beginProgress(db: Database, chainId: number, start: bigint): Promise<Progress> {
  const block = start.toString()
  await db
    .insertInto('holding_indexes')
    .values({ chain_id: chainId, start_block: block, next_block: block })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute()
  return { start, next: start }
}

/** The newest blocks that were read, newest first. After a deeper reorganization, everything is read again. */
export async function knownBlocks(db: Database, chainId: number): Promise<KnownBlock[]> {
  const rows = await db
    .selectFrom('holding_blocks')
    .select(['number', 'hash'])
    .where('chain_id', '=', chainId)
    .orderBy('number', 'desc')
    .limit(Number(REORG_DEPTH_MAX))
    .execute()
  return rows.map((row) => ({ number: BigInt(row.number), hash: row.hash }))
}

/**
 * Runs writes of the process that reads the chain. The lease's row stays locked until they are committed, so
 * the next holder of the lease sees them. Data read by a process that was paused for long is not stored.
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

/** Moves the position to `next`. `blocks` are the newest blocks that were read. */
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
    .where('number', '<', (move.next - REORG_DEPTH_MAX).toString())
    .execute()
}

/** Number of blocks of the chain that are not read yet. Undefined before the index is begun. */
export async function blocksBehind({ db, chain }: HasChain & HasDatabase): Promise<bigint | undefined> {
  const progress = await findProgress(db, chain.id)
  if (progress === undefined) return undefined
  const behind = (await readNewest(chain)).number + 1n - progress.next
  return behind > 0n ? behind : 0n
}

/** Maximum number of blocks of a chain that is read from its first block. */
const BLOCKS_FEW = 10_000n
/** Safety margin in seconds. Clocks of chains and servers differ, and a day of additional logs costs little. */
const MARGIN_SECONDS = 86_400n

/**
 * Finds the first block whose logs can concern this deployment: a day before the first use of its factory. The
 * block is found by the times of blocks, because most nodes do not have the states of old blocks.
 */
export async function findStartBlock(
  db: Database,
  chain: Chain,
  head: BlockHeader,
  blocksFew = BLOCKS_FEW,
): Promise<bigint> {
  if (head.number <= blocksFew) return 0n
  const factory = await findRow(db, 'chain_factories', ['created_at'], { chain_id: chain.id })
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

/**
 * Returns the newest read block that is still on the chain, if newer blocks that were read are not. Undefined if
 * nothing must be rolled back. A node that only lags behind causes no rollback.
 */
export async function findFork(
  chain: KnowingChain,
  head: BlockHeader,
  { start }: Progress,
  known: readonly KnownBlock[],
): Promise<bigint | undefined> {
  const comparable = known.filter(({ number }) => number <= head.number)
  for (const [index, block] of comparable.entries()) {
    if ((await hashNow(chain, head, block.number)) !== block.hash) continue
    return index === 0 ? undefined : block.number
  }
  return comparable.length === 0 ? undefined : start - 1n
}

async function hashNow(chain: KnowingChain, head: BlockHeader, number: bigint) {
  if (number === head.number) return head.hash
  if (number === head.number - 1n) return head.parentHash
  return (await readKnown(chain, number))?.hash
}

/**
 * Deletes events of blocks that do not count as read. A process that ended within a range left them, and the
 * blocks may have changed since.
 */
export async function dropUnfinished(trx: Transaction, chainId: number, from: bigint): Promise<void> {
  await trx
    .deleteFrom('holding_events')
    .where('chain_id', '=', chainId)
    .where('block_number', '>=', from.toString())
    .execute()
}

/**
 * Deletes the data of all blocks after `keep`, so that they are read again. Claims stay, because the chain confirms
 * them on each read. No wallet's `next_block` is above its `live_from`.
 */
export async function rollBack(trx: Transaction, chainId: number, keep: bigint): Promise<void> {
  const [last, next] = [keep.toString(), (keep + 1n).toString()]
  await dropUnfinished(trx, chainId, keep + 1n)
  await trx.deleteFrom('holding_blocks').where('chain_id', '=', chainId).where('number', '>', last).execute()
  await sql`
    update holding_claims set open = true, block_number = ${last}::bigint, log_index = ${LAST_LOG_INDEX}
    where chain_id = ${chainId} and block_number > ${last}::bigint`.execute(trx)
  await sql`
    update holding_wallets
    set next_block = least(next_block, ${next}::bigint), live_from = least(live_from, ${next}::bigint)
    where chain_id = ${chainId} and live_from > ${next}::bigint`.execute(trx)
  await trx.updateTable('holding_indexes').set({ next_block: next }).where('chain_id', '=', chainId).execute()
}

/** Higher than every log index of a block, so that only logs of later blocks change the claim. */
const LAST_LOG_INDEX = 2_147_483_647
