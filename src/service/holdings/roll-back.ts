import { sql } from 'kysely'
import type { ChainConnection } from '#service/chain/chain.ts'
import { readHeader, type BlockHeader } from '#service/chain/chain-data.ts'
import type { Transaction } from '#service/db/database.ts'
import type { KnownBlock, Progress } from './index-progress.ts'

/**
 * The newest block that was read and still stands on the chain, when newer ones that were read do not;
 * `undefined` when nothing has to be taken back. A node that is merely behind takes nothing back.
 */
export async function findFork(
  chain: Pick<ChainConnection, 'rpc'>,
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

async function hashNow(chain: Pick<ChainConnection, 'rpc'>, head: BlockHeader, number: bigint) {
  if (number === head.number) return head.hash
  if (number === head.number - 1n) return head.parentHash
  return (await readHeader(chain, number))?.hash
}

/**
 * Forgets events of blocks that do not count as read: a process that ended within a range left them, and the
 * blocks may be others by now.
 */
export async function dropUnfinished(trx: Transaction, chainId: number, from: bigint): Promise<void> {
  await trx
    .deleteFrom('holding_events')
    .where('chain_id', '=', chainId)
    .where('block_number', '>=', from.toString())
    .execute()
}

/** Forgets what was read behind a block, so that it is read again. Claims stay, for the chain to confirm. */
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
    where chain_id = ${chainId} and (live_from > ${next}::bigint or next_block > ${next}::bigint)`.execute(
    trx,
  )
  await trx.updateTable('holding_indexes').set({ next_block: next }).where('chain_id', '=', chainId).execute()
}

/** Behind every log of its block: only logs of later blocks change the claim. */
const LAST_LOG_INDEX = 2_147_483_647
