import { VERIFICATION_TRIES_MAX } from '#protocol/baas/limits.ts'
import type { Caller, Context } from '#service/context.ts'
import { normaliseEmail } from './normalise-email.ts'

/** `GET /wallets/pending-verification`: whether a code that can still be used is waiting for an address. */
export async function pendingVerification(
  ctx: Context,
  caller: Caller,
  input: { query: { email: string } },
): Promise<{ pending: boolean; expiresAt?: string }> {
  const row = await ctx.db
    .selectFrom('verification_codes')
    .select('expires_at')
    .where('organization_id', '=', caller.organizationId)
    .where('email', '=', normaliseEmail(input.query.email))
    .where('live', '=', true)
    .where('expires_at', '>', ctx.clock.now())
    .where('tries', '<', VERIFICATION_TRIES_MAX)
    .executeTakeFirst()
  return row === undefined ? { pending: false } : { pending: true, expiresAt: row.expires_at.toISOString() }
}
