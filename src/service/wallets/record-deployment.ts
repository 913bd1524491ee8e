import type { Clock } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { giveCodeBack } from '#service/email/spend-code.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'

/**
 * Notes how a deployment ended, in the transaction that records the outcome. A failed one frees the address
 * and makes its code valid again: the code is spent by a wallet, not by an attempt (profile 7).
 */
export async function recordDeployment(clock: Clock, trx: Transaction, outcome: RelayOutcome): Promise<void> {
  const now = clock.now()
  const ended =
    outcome.status === 'confirmed'
      ? { status: 'deployed' as const, transaction_hash: outcome.hash, deployed_at: now }
      : { status: 'failed' as const, transaction_hash: outcome.hash }
  const wallet = await trx
    .updateTable('wallets')
    .set(ended)
    .where('relayed_id', '=', outcome.id)
    .where('status', '=', 'submitted')
    .returning('verification_id')
    .executeTakeFirst()
  if (wallet !== undefined && outcome.status === 'failed')
    await giveCodeBack(trx, wallet.verification_id, now)
}
