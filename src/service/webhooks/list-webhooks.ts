import type { Webhook } from '#protocol/org/webhooks.ts'
import type { Caller, Context } from '#service/context.ts'
import { webhookAnswer } from './stored-webhook.ts'

/**
 * `GET /v1/org/webhooks`: every endpoint of the organization, newest first, disabled ones too.
 * Source: profile 10, ADR 0017.
 */
export async function listWebhooks(ctx: Context, caller: Caller): Promise<Webhook[]> {
  const rows = await ctx.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', caller.organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => webhookAnswer(row, ctx.clock.now()))
}
