import { sql, type Selectable } from 'kysely'
import type { ApiKey } from '#protocol/api-keys.ts'
import type { Scope } from '#protocol/endpoint.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { endpointNamed, usageSince } from './get-api-key-usage.ts'
import { toEpochDay } from './request-log.ts'
import type { KeyTables } from './tables.ts'

/**
 * `GET /v1/org/keys`: every key of the organization, newest first, including revoked ones, but without secrets. Each
 * key lists those of its scopes that no request of the last 30 days needed. Source: profile 1, ADR 0005.
 */
export const listApiKeys: Operation<'listApiKeys', HasClock & HasDatabase> = async (ctx, caller) => {
  const rows = await ctx.db
    .selectFrom('api_keys')
    .selectAll()
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

/** The scopes that the requests of the last 30 days needed, by key. */
async function usedScopes(ctx: HasClock & HasDatabase, organizationId: string) {
  const now = ctx.clock.now()
  const oldest = toEpochDay(usageSince(new Date(0), now))
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

/** A stored key as it is listed, with its identifying fields and never with its hash. */
export function apiKeyAnswer(
  row: Omit<Selectable<KeyTables['api_keys']>, 'key_hash' | 'organization_id' | 'usage_since'>,
): ApiKey {
  return {
    id: row.id,
    label: row.label,
    start: row.start,
    scopes: row.scopes,
    createdAtDatetime: row.created_at.toISOString(),
    expiresAtDatetime: row.expires_at?.toISOString() ?? null,
    revokedAtDatetime: row.revoked_at?.toISOString() ?? null,
    lastUsedAtDatetime: row.last_used_at?.toISOString() ?? null,
    lastUsedIp: row.last_used_ip,
    ipAllowList: { mode: row.ip_mode, ranges: row.ip_ranges },
    lastRefusedAtDatetime: row.ip_refused_at?.toISOString() ?? null,
    lastRefusedIp: row.ip_refused,
    requestsPerMinute: row.requests_per_minute,
    replacedByKeyId: row.replaced_by,
    exposedAtDatetime: row.exposed_at?.toISOString() ?? null,
    exposureDismissedAtDatetime: row.exposure_dismissed_at?.toISOString() ?? null,
    createdBy: row.created_by,
  }
}
