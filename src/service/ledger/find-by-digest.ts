import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { Database } from '#service/db/database.ts'
import { approvedBy } from './given-approvals.ts'

export type StoredTransaction = {
  id: string
  state: TransactionState
  transactionHash: Hex | null
  isHeld: boolean
  /** The people whose approvals count, with the number of required approvals. Undefined if it was not approved. */
  approvals: { approvedBy: string[]; required: number } | undefined
}

/** The organization's transaction with a digest, or undefined. */
export async function findByDigest(
  db: Database,
  organizationId: string,
  digest: Hex,
): Promise<StoredTransaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .leftJoin('held_transactions as held', 'held.transaction_id', 'transactions.id')
    .select(['transactions.id', 'state', 'transaction_hash as transactionHash'])
    .select(sql<boolean>`held.transaction_id is not null`.as('isHeld'))
    .select([approvedBy('transaction').as('approvedBy'), 'held.approvals_required as required'])
    .where('digest', '=', digest)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { approvedBy: people, required, ...stored } = row
  return {
    ...stored,
    approvals: people === null || required === null ? undefined : { approvedBy: people, required },
  }
}
