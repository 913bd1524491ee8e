import type { Operation } from '#service/http/endpoint-types.ts'
import { sealSecret } from '#server-kit/secrets/secret-box.ts'
import { lockWebhook, webhookSecretContext, webhookAnswer } from './stored-webhook.ts'
import { newWebhookSecret } from '#server-kit/webhooks/webhook-signature.ts'

/** How long the secret before a rotation signs next to the new one. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000

/**
 * `POST /v1/org/webhooks/{webhookId}/rotate-secret`: makes a new secret, which is in this answer only. For
 * 24 hours every delivery carries two signatures, so that a receiver can change over without a gap. A second
 * rotation in that time ends the oldest secret at once: at most two are valid (profile 10).
 *
 * @throws NOT_FOUND alike for another organization's endpoint and for none at all
 */
export const rotateWebhookSecret: Operation<'rotateWebhookSecret'> = async (ctx, caller, input) => {
  const now = ctx.clock.now()
  const secret = newWebhookSecret()
  const row = await ctx.db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, caller, input.params.webhookId)
    const after = {
      ...before,
      secret_box: sealSecret(ctx.settings.secretKeys, webhookSecretContext(caller.organizationId), secret),
      previous_secret_box: before.secret_box,
      previous_secret_until: new Date(now.getTime() + PREVIOUS_SECRET_MS),
      updated_at: now,
    }
    await trx.updateTable('webhook_endpoints').set(after).where('id', '=', before.id).execute()
    return after
  })
  return { ...webhookAnswer(row, now), secret }
}
