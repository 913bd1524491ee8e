import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { moveTransactions, type Move } from './move-transactions.ts'

/**
 * Moves a stored transaction to SUBMITTED, together with what the relayer signed for it, which looks after it from now on.
 *
 * @throws CONFLICT when another was faster; nothing of this one is stored then
 */
export async function markSubmitted(
  trx: Transaction,
  id: string,
  relayed: { id: string; hash: Hex },
  { at, cause }: Pick<Move, 'at' | 'cause'>,
): Promise<void> {
  const signed = { relayed_id: relayed.id, transaction_hash: relayed.hash }
  const moved = await moveTransactions(trx, {
    to: 'SUBMITTED',
    ...(cause !== undefined && { cause }),
    at,
    which: sql`id = ${id}::uuid`,
    set: { ...signed, watch: null, reason: null, block_number: null },
  })
  if (moved.length === 0) throw apiError('CONFLICT', 'This transaction is sent already')
}
