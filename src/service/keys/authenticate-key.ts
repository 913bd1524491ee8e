import { timingSafeEqual } from 'node:crypto'
import type { Caller, Context } from '#service/context.ts'
import type { Scope } from '#shared/baas/scopes.ts'
import { hashApiKey, isApiKeyShaped } from './api-key-format.ts'

const LAST_USED_INTERVAL_MS = 60_000

export type AuthenticatedKey = Caller & { scopes: Scope[] }

export type KeyAuthenticator = {
  /** The key's organization and scopes; `undefined` alike for missing, wrong, revoked and expired. */
  authenticate: (presented: string | undefined) => Promise<AuthenticatedKey | undefined>
  /** Resolves when every pending note of a key's last use is written. */
  settle: () => Promise<void>
}

/**
 * Checks API keys against the database on every request: nothing is cached, so a revocation holds from its
 * commit on (spec "Authentication" 3). The time of last use is written beside the request, at most once a
 * minute for each key.
 */
export function createKeyAuthenticator(ctx: Pick<Context, 'db' | 'clock' | 'log'>): KeyAuthenticator {
  const notedAtMs = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  const noteUse = (keyId: string, now: Date) => {
    if (now.getTime() - (notedAtMs.get(keyId) ?? -Infinity) < LAST_USED_INTERVAL_MS) return
    notedAtMs.set(keyId, now.getTime())
    const write = writeLastUsed(ctx, keyId, now).finally(() => writing.delete(write))
    writing.add(write)
  }

  return {
    authenticate: async (presented) => {
      if (presented === undefined || !isApiKeyShaped(presented)) return undefined
      const now = ctx.clock.now()
      const key = await findKey(ctx, hashApiKey(presented), now)
      if (key !== undefined) noteUse(key.keyId, now)
      return key
    },
    settle: async () => {
      await Promise.all(writing)
    },
  }
}

async function findKey(
  ctx: Pick<Context, 'db'>,
  hash: string,
  now: Date,
): Promise<AuthenticatedKey | undefined> {
  const row = await ctx.db
    .selectFrom('api_keys')
    .select(['id', 'organization_id', 'scopes', 'key_hash'])
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
  if (row === undefined || !timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash))) return undefined
  return { keyId: row.id, organizationId: row.organization_id, scopes: row.scopes }
}

async function writeLastUsed(ctx: Pick<Context, 'db' | 'log'>, keyId: string, now: Date): Promise<void> {
  try {
    await ctx.db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', keyId).execute()
  } catch (error) {
    ctx.log.warn(
      { keyId, reason: error instanceof Error ? error.message : '' },
      'last use of a key was not noted',
    )
  }
}
