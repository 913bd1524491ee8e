import type { Hex } from 'viem'
import type { Context } from '#service/context.ts'
import { findRow } from '#service/db/find-row.ts'

/** The co-signature that the approval of a transaction was. Undefined if it was none, or is not approved. */
export async function readApprovedCoSignature(
  { db }: Pick<Context, 'db'>,
  transactionId: string,
): Promise<Hex | undefined> {
  const held = { transaction_id: transactionId, approved: true }
  const row = await findRow(db, 'held_transactions', ['co_signature'], held)
  return row?.co_signature ?? undefined
}
