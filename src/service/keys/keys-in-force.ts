import type { Context } from '#service/context.ts'
import type { Scope } from '#protocol/baas/scopes.ts'

/** Which of these keys are neither revoked nor expired and hold the scope, in one read. */
export async function keysInForce(
  ctx: Pick<Context, 'db' | 'clock'>,
  which: { keyIds: readonly string[]; scope: Scope },
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('api_keys')
    .select(['id', 'scopes'])
    .where('id', 'in', which.keyIds)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', ctx.clock.now())]))
    .execute()
  return new Set(rows.filter(({ scopes }) => scopes.includes(which.scope)).map(({ id }) => id))
}
