import type { UpdateWebhookRequest, Webhook } from '#protocol/org/webhooks.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireDistinct, requireTarget } from './create-webhook.ts'
import { cancelDeliveries } from './disable-webhook.ts'
import { requireWebhook, webhookAnswer, type WebhookRow } from './stored-webhook.ts'

/**
 * `PUT /v1/org/webhooks/{webhookId}`: changes what is given. Disabling cancels what is undelivered, and
 * enabling begins with new events: a replay sends what was missed. Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED for a URL that must not be called, or a type given twice
 * @throws NOT_FOUND alike for another organization's endpoint and for none at all
 */
export async function updateWebhook(
  ctx: Context,
  caller: Caller,
  input: { params: { webhookId: string }; body: UpdateWebhookRequest },
): Promise<Webhook> {
  const { body } = input
  if (body.url !== undefined) requireTarget(ctx, body.url)
  requireDistinct(body.types ?? null)
  const now = ctx.clock.now()
  const row = await ctx.db.transaction().execute(async (trx) => {
    const before = await requireWebhook(trx, caller, input.params.webhookId)
    const after = { ...before, ...changesOf(before, body, now), updated_at: now }
    await trx.updateTable('webhook_endpoints').set(after).where('id', '=', before.id).execute()
    if (!after.enabled) await cancelDeliveries(trx, before.id)
    return after
  })
  return webhookAnswer(row, now)
}

function changesOf(before: WebhookRow, body: UpdateWebhookRequest, now: Date): Partial<WebhookRow> {
  const changes: Partial<WebhookRow> = {}
  if (body.types !== undefined) changes.types = body.types
  if (body.description !== undefined) changes.description = body.description
  if (body.url !== undefined) {
    changes.url = new URL(body.url).href
    // Failures belong to the old address.
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
