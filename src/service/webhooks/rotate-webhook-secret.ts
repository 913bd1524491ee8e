import { sealSecret } from '#server-kit/secrets/secret-box.ts'
import { newWebhookSecret } from '#server-kit/webhooks/webhook-signature.ts'
import type { HasClock, HasDatabase, HasSecretKeys } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { lockWebhook, webhookSecretContext, webhookAnswer } from './stored-webhook.ts'

/** Time for which the previous secret still signs after a rotation, in milliseconds. */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000

/**
 * `POST /v1/org/webhooks/{webhookId}/rotate-secret`: creates a new secret, which only this response contains.
 * For 24 hours every delivery has two signatures, so that a receiver can change over without a gap. A second
 * rotation in that time ends the oldest secret immediately: at most two are valid (profile 10).
 *
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 */
export const rotateWebhookSecret: Operation<
  'rotateWebhookSecret',
  HasClock & HasDatabase & HasSecretKeys
> = async (ctx, caller, input) => {
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
