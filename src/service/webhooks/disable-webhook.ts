import type { Transaction } from '#service/db/database.ts'
import type { DisabledReason } from './tables.ts'

/** Disables an endpoint and cancels what it has not received. Answers `false` when it was disabled already. */
export async function disableWebhook(
  trx: Transaction,
  endpointId: string,
  reason: Exclude<DisabledReason, 'manual'>,
  now: Date,
): Promise<boolean> {
  const disabled = await trx
    .updateTable('webhook_endpoints')
    .set({ enabled: false, disabled_reason: reason, disabled_at: now, updated_at: now })
    .where('id', '=', endpointId)
    .where('enabled', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (disabled !== undefined) await cancelDeliveries(trx, endpointId)
  return disabled !== undefined
}

/** What is under way ends by itself: a delivered one is noted as delivered all the same. */
export async function cancelDeliveries(trx: Transaction, endpointId: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', due_at: null, lease_id: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute()
}
