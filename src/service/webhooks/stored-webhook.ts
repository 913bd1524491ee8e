import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Webhook } from '#protocol/webhooks.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import type { SecretContext } from '#server-kit/secrets/secret-box.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Database, Tables, Transaction } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import type { WebhookTables } from './tables.ts'

/**
 * `GET /v1/org/webhooks`: every endpoint of the organization, newest first, including disabled ones. Source:
 * profile 10, ADR 0017.
 */
export const listWebhooks: Operation<'listWebhooks', HasClock & HasDatabase> = async (ctx, caller) => {
  const rows = await ctx.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', caller.organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => webhookAnswer(row, ctx.clock.now()))
}

export type WebhookRow = Selectable<WebhookTables['webhook_endpoints']>

/** An endpoint as the API returns it. `now` decides whether a rotated secret still signs. */
export function webhookAnswer(row: WebhookRow, now: Date): Webhook {
  const until = row.previous_secret_until
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    disabledAtDatetime: row.disabled_at?.toISOString() ?? null,
    failingSinceDatetime: row.failing_since?.toISOString() ?? null,
    previousSecretUntilDatetime: until !== null && until > now ? until.toISOString() : null,
    createdAtDatetime: row.created_at.toISOString(),
    updatedAtDatetime: row.updated_at.toISOString(),
  }
}

/** The query for one endpoint of the caller's organization. Finds no endpoint of another organization. */
export function selectWebhook(
  db: Database,
  { organizationId }: Caller,
  webhookId: string,
): SelectQueryBuilder<Tables, 'webhook_endpoints', WebhookRow> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', webhookId)
    .where('organization_id', '=', organizationId)
}

/**
 * The caller's endpoint, locked until the transaction ends.
 *
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 */
export function lockWebhook(trx: Transaction, caller: Caller, webhookId: string): Promise<WebhookRow> {
  return selectWebhook(trx, caller, webhookId).forNoKeyUpdate().executeTakeFirstOrThrow(notFound)
}

/** Like `lockWebhook`, for an endpoint that receives events. @throws CONFLICT if it is disabled */
export async function lockEnabledWebhook(trx: Transaction, caller: Caller, id: string): Promise<WebhookRow> {
  const webhook = await lockWebhook(trx, caller, id)
  if (!webhook.enabled) throw apiError('CONFLICT', 'This webhook endpoint is disabled')
  return webhook
}

/**
 * The context for which an endpoint's secrets are sealed. Both columns use the same context, so that a rotation can
 * move the sealed secret from one column to the other.
 */
export function webhookSecretContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'webhook_endpoints.secret_box' }
}
