import type { Hex } from 'viem'
import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { Database } from '#service/db/database.ts'

export type StoredTransaction = {
  id: string
  state: TransactionState
  transactionHash: Hex | null
  isHeld: boolean
  /** Its end-user's decision, where one was asked for and given. */
  isApproved: boolean
}

/** The organization's transaction with a digest, or `undefined`. */
export async function findByDigest(
  db: Database,
  organizationId: string,
  digest: Hex,
): Promise<StoredTransaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .leftJoin('held_transactions as held', 'held.transaction_id', 'transactions.id')
    .select([
      'transactions.id',
      'state',
      'transaction_hash',
      'held.transaction_id as held_id',
      'held.approved',
    ])
    .where('digest', '=', digest)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      state: row.state,
      transactionHash: row.transaction_hash,
      isHeld: row.held_id !== null,
      isApproved: row.approved === true,
    }
  )
}
