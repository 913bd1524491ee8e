import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import { moveTransactions } from './move-transactions.ts'

const OUTCOMES = ['CONFIRMED', 'FAILED', 'CANCELLED'] as const

/** How a transaction ended. */
export type Settlement = {
  id: string
  to: (typeof OUTCOMES)[number]
  /** Absent: the recorded one stays. */
  hash?: Hex
  blockNumber: bigint | null
  blockHash: Hex | null
  reason: string | null
}

/** Stores how transactions ended, those that may go there, with their events: one statement for each state. */
export async function settleTransactions(
  trx: Transaction,
  settlements: readonly Settlement[],
  at: Date,
): Promise<void> {
  for (const to of OUTCOMES) {
    const rows = settlements.filter((one) => one.to === to).map(settledRow)
    if (rows.length === 0) continue
    await moveTransactions(trx, {
      to,
      at,
      joined: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as settled (id uuid, hash text, block_number numeric, block_hash text, reason text)`,
      which: sql`transactions.id = settled.id`,
      set: {
        transaction_hash: sql`coalesce(settled.hash, transactions.transaction_hash)`,
        block_number: sql`settled.block_number`,
        block_hash: sql`settled.block_hash`,
        reason: sql`settled.reason`,
        watch: sql`case when transactions.watch is not null then 'followed' end`,
      },
    })
  }
}

function settledRow({ id, hash, blockNumber, blockHash, reason }: Settlement) {
  return {
    id,
    hash: hash ?? null,
    block_number: blockNumber?.toString() ?? null,
    block_hash: blockHash,
    reason,
  }
}
