import type { UpdateWebhookRequest } from '#protocol/webhooks.ts'
import { retryCollision } from '#server-kit/db/retry-collision.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type { HasClock, HasDatabase, HasSandboxFlag } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { requireDistinct, requireTarget } from './create-webhook.ts'
import { lockWebhook, webhookAnswer, type WebhookRow } from './stored-webhook.ts'
import type { DisabledReason } from './tables.ts'

/**
 * `PUT /v1/org/webhooks/{webhookId}`: changes the given fields. Disabling cancels undelivered events. Enabling
 * starts with new events, and a replay sends the missed ones. Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED for a URL that must not be called, or a repeated type
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 */
export const updateWebhook: Operation<'updateWebhook', HasClock & HasDatabase & HasSandboxFlag> = async (
  ctx,
  caller,
  input,
) => {
  const { body } = input
  if (body.url !== undefined) requireTarget(ctx, body.url)
  requireDistinct(body.types ?? null)
  const now = ctx.clock.now()
  const row = await ctx.db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, caller, input.params.webhookId)
    const after = { ...before, ...deriveChanges(before, body, now), updated_at: now }
    await trx.updateTable('webhook_endpoints').set(after).where('id', '=', before.id).execute()
    if (!after.enabled) await cancelDeliveries(trx, before.id)
    return after
  })
  return webhookAnswer(row, now)
}

function deriveChanges(before: WebhookRow, body: UpdateWebhookRequest, now: Date): Partial<WebhookRow> {
  const changes: Partial<WebhookRow> = {}
  if (body.types !== undefined) changes.types = body.types
  if (body.description !== undefined) changes.description = body.description
  if (body.url !== undefined) {
    changes.url = new URL(body.url).href
    // The recorded failures occurred at the previous URL.
    if (changes.url !== before.url) changes.failing_since = null
  }
  if (body.enabled === true && !before.enabled) {
    Object.assign(changes, { enabled: true, disabled_reason: null, disabled_at: null, failing_since: null })
  }
  if (body.enabled === false && before.enabled) {
    Object.assign(changes, { enabled: false, disabled_reason: 'manual', disabled_at: now })
  }
  return changes
}

/** Disables an endpoint and cancels its undelivered events. Returns false if it was already disabled. */
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

/** Cancels deliveries. A running attempt ends on its own. If it delivers the event, that is still recorded. */
async function cancelDeliveries(trx: Transaction, endpointId: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', due_at: null })
    .where('id', 'in', (select) =>
      select.selectFrom('pending_deliveries').select('delivery_id').where('endpoint_id', '=', endpointId),
    )
    .where('status', '=', 'pending')
    .execute()
  await trx.deleteFrom('webhook_leases').where('endpoint_id', '=', endpointId).execute()
}

/**
 * `DELETE /v1/org/webhooks/{webhookId}`: deletes an endpoint with its secrets and deliveries, and returns it as
 * it was. The events stay. Source: profile 10, ADR 0017.
 *
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 */
export const deleteWebhook: Operation<'deleteWebhook', HasClock & HasDatabase> = async (
  ctx,
  caller,
  input,
) => {
  // Retries, because an attempt that is being recorded may lock one of the deliveries.
  const row = await retryCollision(() =>
    ctx.db
      .deleteFrom('webhook_endpoints')
      .where('id', '=', input.params.webhookId)
      .where('organization_id', '=', caller.organizationId)
      .returningAll()
      .executeTakeFirstOrThrow(notFound),
  )
  return webhookAnswer(row, ctx.clock.now())
}
