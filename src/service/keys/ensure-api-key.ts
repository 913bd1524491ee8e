import type { Scope } from '#protocol/baas/scopes.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { hashApiKey, isApiKeyShaped } from './api-key-format.ts'
import { storeApiKey } from './issue-api-key.ts'

export type EnsureApiKeyInput = {
  organizationId: string
  label: string
  scopes: readonly Scope[]
  /** The secret of an earlier call. */
  known?: string | undefined
  now: Date
}

/**
 * A key of an organization with at least these scopes and no expiry: the known one while it holds, else a
 * new one. Answers the secret; the caller keeps it where only it can read it.
 */
export async function ensureApiKey(db: Database | Transaction, input: EnsureApiKeyInput): Promise<string> {
  const { organizationId, label, known, now } = input
  if (known !== undefined && (await holds(db, input, known))) return known
  const key = { organizationId, label, scopes: [...input.scopes], expiresAt: null, now }
  return (await storeApiKey(db, key)).secret
}

async function holds(db: Database | Transaction, wanted: EnsureApiKeyInput, key: string): Promise<boolean> {
  if (!isApiKeyShaped(key)) return false
  const found = await db
    .selectFrom('api_keys')
    .select('scopes')
    .where('key_hash', '=', hashApiKey(key))
    .where('organization_id', '=', wanted.organizationId)
    .where('revoked_at', 'is', null)
    .where('expires_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined && wanted.scopes.every((scope) => found.scopes.includes(scope))
}
