import { sql } from 'kysely'
import type { Scope } from '#protocol/baas/scopes.ts'
import type { ApiKey } from '#protocol/org/api-keys.ts'
import type { Caller, Context } from '#service/context.ts'
import { API_KEY_COLUMNS, apiKeyAnswer } from './api-key-answer.ts'
import { endpointNamed, usageSince } from './read-usage.ts'
import { epochDayOf } from './key-usage.ts'

/**
 * `GET /v1/org/keys`: every key of the organization, newest first, revoked ones too; never a secret. With it,
 * which of its scopes no request of the last 30 days has needed. Source: profile 1, ADR 0005.
 */
export async function listApiKeys(ctx: Pick<Context, 'db' | 'clock'>, caller: Caller): Promise<ApiKey[]> {
  const rows = await ctx.db
    .selectFrom('api_keys')
    .select([...API_KEY_COLUMNS, 'usage_since'])
    .where('organization_id', '=', caller.organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const used = await usedScopes(ctx, caller.organizationId)
  const now = ctx.clock.now()
  return rows.map((row) => ({
    ...apiKeyAnswer(row),
    usageSinceDatetime: usageSince(row.usage_since, now).toISOString(),
    unusedScopes: row.scopes.filter((scope) => used.get(row.id)?.has(scope) !== true),
  }))
}

/** By key, the scopes that its requests of the last 30 days have needed. */
async function usedScopes(
  ctx: Pick<Context, 'db' | 'clock'>,
  organizationId: string,
): Promise<ReadonlyMap<string, ReadonlySet<Scope>>> {
  const now = ctx.clock.now()
  const oldest = epochDayOf(usageSince(new Date(0), now))
  const rows = await sql<{ key_id: string; endpoint: string }>`
    select distinct usage.key_id, usage.endpoint
    from api_keys as key join api_key_usage as usage on usage.key_id = key.id
    where key.organization_id = ${organizationId} and usage.epoch_day >= ${oldest}`.execute(ctx.db)
  const used = new Map<string, Set<Scope>>()
  for (const { key_id: keyId, endpoint } of rows.rows) {
    const { scope } = endpointNamed(endpoint)
    if (scope !== null) used.set(keyId, (used.get(keyId) ?? new Set<Scope>()).add(scope))
  }
  return used
}
