import { randomUUID } from 'node:crypto'
import { WEBHOOKS_MAX } from '#protocol/limits.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { sealSecret } from '#server-kit/secrets/secret-box.ts'
import { newWebhookSecret } from '#server-kit/webhooks/webhook-signature.ts'
import type { HasClock, HasDatabase, HasSandboxFlag, HasSecretKeys } from '#service/context-parts.ts'
import { requireRoom } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { targetUrlProblem } from '#service/http/safe-fetch.ts'
import { webhookSecretContext, webhookAnswer } from './stored-webhook.ts'

/**
 * `POST /v1/org/webhooks`: registers an endpoint. The endpoint receives events that are stored from now on, and
 * older events by a replay. Only this response contains the secret. Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED for a URL that must not be called, or a repeated type
 * @throws CONFLICT if the organization has 20 endpoints
 */
export const createWebhook: Operation<
  'createWebhook',
  HasClock & HasDatabase & HasSandboxFlag & HasSecretKeys
> = async (ctx, caller, input) => {
  const { url, types = null, description = '' } = input.body
  requireTarget(ctx, url)
  requireDistinct(types)
  const { organizationId } = caller
  const now = ctx.clock.now()
  const secret = newWebhookSecret()
  const values = {
    id: randomUUID(),
    organization_id: organizationId,
    url: new URL(url).href,
    description,
    types,
    enabled: true,
    secret_box: sealSecret(ctx.settings.secretKeys, webhookSecretContext(organizationId), secret),
    created_at: now,
    updated_at: now,
  }
  const row = await ctx.db.transaction().execute(async (trx) => {
    const refusal = `An organization has at most ${WEBHOOKS_MAX} webhook endpoints`
    await requireRoom(trx, organizationId, { table: 'webhook_endpoints', max: WEBHOOKS_MAX, refusal })
    return trx.insertInto('webhook_endpoints').values(values).returningAll().executeTakeFirstOrThrow()
  })
  return { ...webhookAnswer(row, now), secret }
}

/** @throws VALIDATION_FAILED */
export function requireTarget(ctx: HasSandboxFlag, url: string): void {
  const problem = targetUrlProblem(url, ctx.settings)
  if (problem !== undefined) throw fieldError('url', problem)
}

/** @throws VALIDATION_FAILED */
export function requireDistinct(types: readonly string[] | null): void {
  if (types !== null && new Set(types).size !== types.length)
    throw fieldError('types', 'must not repeat a type')
}
