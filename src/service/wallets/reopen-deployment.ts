import type { Transaction } from '#service/db/database.ts'

/**
 * The chain took the block of a deployment back: the wallet is on its way again. One that had failed stays
 * failed, because its code and its address may have been given to another creation.
 */
export async function reopenDeployment(trx: Transaction, relayedId: string): Promise<void> {
  await trx
    .updateTable('wallets')
    .set({ status: 'submitted', deployed_at: null })
    .where('relayed_id', '=', relayedId)
    .where('status', '=', 'deployed')
    .execute()
}
