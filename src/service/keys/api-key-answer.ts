import type { Selectable } from 'kysely'
import type { ApiKey } from '#protocol/org/api-keys.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Caller } from '#service/context.ts'
import type { Database } from '#service/db/database.ts'
import type { KeyTables } from './tables.ts'

/** A stored key as it is listed: what identifies it, never what opens it. */
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

/** The columns that `apiKeyAnswer` reads. */
export const API_KEY_COLUMNS = [
  'id',
  'label',
  'start',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'last_used_ip',
  'ip_mode',
  'ip_ranges',
  'ip_refused_at',
  'ip_refused',
  'requests_per_minute',
  'replaced_by',
  'exposed_at',
  'exposure_dismissed_at',
  'created_by',
] as const

/** @throws NOT_FOUND alike for a key that does not exist and one of another organization */
export async function readApiKey(db: Database, caller: Caller, keyId: string) {
  const row = await db
    .selectFrom('api_keys')
    .select(API_KEY_COLUMNS)
    .where('organization_id', '=', caller.organizationId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (row === undefined) throw apiError('NOT_FOUND')
  return row
}
