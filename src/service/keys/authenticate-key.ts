import { timingSafeEqual } from 'node:crypto'
import { sql, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { IpAllowList } from '#protocol/api-keys.ts'
import type { Scope } from '#protocol/endpoint.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { createReadTogether } from '#server-kit/db/read-together.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Database, Tables } from '#service/db/database.ts'
import { hashApiKey, isApiKeyShaped } from './api-key-format.ts'
import type { KeyTables } from './tables.ts'

/** A valid key, with everything that decides whether its request is admitted. */
export type AuthenticatedKey = Caller & {
  scopes: Scope[]
  ipAllowList: IpAllowList
  /** Rate limits in requests per minute, if set. Otherwise the deployment's defaults apply. */
  limits: { key: number | null; organization: number | null }
}

/**
 * Returns the key of a presented text. Undefined for a missing, wrong, revoked or expired key, without distinction.
 */
export type Authenticate = (presented: string | undefined) => Promise<AuthenticatedKey | undefined>

type Columns = 'id' | 'organization_id' | 'scopes' | 'key_hash' | 'expires_at' | 'ip_mode' | 'ip_ranges'
type KeyRow = Pick<KeyTables['api_keys'], Columns> & {
  key_limit: number | null
  organization_limit: number | null
}

/**
 * Checks API keys against the database on every request, with one read for all waiting requests. A revocation applies
 * in every process as soon as it is committed (spec "Authentication" 3).
 */
export function createKeyAuthenticator(ctx: HasClock & HasDatabase): Authenticate {
  const read = createReadTogether((hashes) => readKeys(ctx, hashes))
  return async (presented) => {
    if (presented === undefined || !isApiKeyShaped(presented)) return undefined
    const hash = hashApiKey(presented)
    const now = ctx.clock.now()
    const row = await read(hash)
    if (row === undefined || !timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash))) return undefined
    if (row.expires_at !== null && row.expires_at <= now) return undefined
    return {
      keyId: row.id,
      organizationId: row.organization_id,
      scopes: row.scopes,
      ipAllowList: { mode: row.ip_mode, ranges: row.ip_ranges },
      limits: { key: row.key_limit, organization: row.organization_limit },
    }
  }
}

async function readKeys({ db }: HasDatabase, hashes: readonly string[]) {
  const { rows } = await sql<KeyRow>`${PREPARED}
    select key.id, key.organization_id, key.scopes, key.key_hash, key.expires_at, key.ip_mode, key.ip_ranges,
      key.requests_per_minute as key_limit, organization.requests_per_minute as organization_limit
    from api_keys as key
    join organizations as organization on organization.id = key.organization_id
    where key.key_hash = any(string_to_array(${hashes.join(',')}, ',')) and key.revoked_at is null`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key_hash, row]))
}

/** Returns, in one read, which of these keys hold the scope and are neither revoked nor expired. */
export async function keysInForce(
  ctx: HasClock & HasDatabase,
  ids: readonly string[],
  scope: Scope,
): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('api_keys')
    .select(['id', 'scopes'])
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', ctx.clock.now())]))
    .execute()
  return new Set(rows.filter(({ scopes }) => scopes.includes(scope)).map(({ id }) => id))
}

/** Selects one key of the caller's organization. Keys of other organizations are not found. */
export function selectApiKey(
  db: Database,
  caller: Caller,
  keyId: string,
): SelectQueryBuilder<Tables, 'api_keys', Selectable<KeyTables['api_keys']>> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', caller.organizationId)
    .where('id', '=', keyId.toLowerCase())
}
