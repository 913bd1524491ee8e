import type { Scope } from '#protocol/baas/scopes.ts'
import type { Caller } from '#service/context.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/**
 * A key hands out only scopes that it holds: else `org:manage` alone would be every scope (ADR 0005).
 *
 * @throws SCOPES_NOT_HELD with the scopes that the calling key lacks
 */
export async function requireHeldScopes(
  db: Database | Transaction,
  caller: Caller,
  scopes: readonly Scope[],
): Promise<void> {
  const calling = await db
    .selectFrom('api_keys')
    .select('scopes')
    .where('id', '=', caller.keyId)
    .executeTakeFirst()
  const lacking = scopes.filter((scope) => !calling?.scopes.includes(scope))
  if (lacking.length > 0) throw apiError('SCOPES_NOT_HELD', lacking.join(', '))
}
