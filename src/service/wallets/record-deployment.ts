import type { Clock } from '#server-kit/clock.ts'
import type { Transaction } from '#service/db/database.ts'
import { giveCodeBack } from '#service/email/verification-code.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'

/**
 * Records the outcome of a deployment, in the database transaction that records the relayer's outcome, and emits
 * the event of a new wallet. A failed deployment releases the address and makes its code valid again, because only
 * a deployed wallet uses up a code (profile 7).
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
    .returning(['verification_id', 'organization_id', 'address', 'external_user_id'])
    .executeTakeFirst()
  if (wallet === undefined) return
  if (outcome.status === 'failed') {
    if (wallet.verification_id !== null) await giveCodeBack(trx, wallet.verification_id, now)
    return
  }
  await emitEvent(trx, {
    organizationId: wallet.organization_id,
    type: 'wallet.created',
    at: now,
    data: {
      walletAddress: wallet.address,
      ...(wallet.external_user_id !== '' && { externalUserId: wallet.external_user_id }),
      transactionHash: outcome.hash,
    },
  })
}

/**
 * Marks a wallet as submitted again after a reorg removed its deployment. A failed wallet stays failed, because its
 * code and its address may belong to another creation.
 */
export async function reopenDeployment(trx: Transaction, relayedId: string): Promise<void> {
  await trx
    .updateTable('wallets')
    .set({ status: 'submitted', deployed_at: null })
    .where('relayed_id', '=', relayedId)
    .where('status', '=', 'deployed')
    .execute()
}
