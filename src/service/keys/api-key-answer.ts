import type { Selectable } from 'kysely'
import type { ApiKey } from '#shared/org/organization.ts'
import type { KeyTables } from './tables.ts'

/** A stored key as it is listed: what identifies it, never what opens it. */
export function apiKeyAnswer(
  row: Omit<Selectable<KeyTables['api_keys']>, 'key_hash' | 'organization_id'>,
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
  }
}

export const API_KEY_COLUMNS = [
  'id',
  'label',
  'start',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const
