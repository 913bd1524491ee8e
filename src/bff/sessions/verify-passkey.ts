import { sql } from 'kysely'
import { assertionJsonSchema } from '#protocol/passkey/credential-json.ts'
import { verifyPasskey as verify } from '#server-kit/passkeys/assertion.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'

type Refusal = 'SIGN_IN_FAILED' | 'STEP_UP_FAILED'

/** The person whose passkey signed the challenge. Every failure throws the same `refusal`. */
export async function verifyPasskey(
  ctx: BffContext,
  { challenge, given }: { challenge: string; given: unknown },
  refusal: Refusal,
): Promise<string> {
  const response = assertionJsonSchema.safeParse(given)
  if (!response.success) throw bffError(refusal)
  const passkeys = {
    relyingParty: ctx.settings.relyingParty,
    db: ctx.db,
    table: 'bff_admin_passkey',
    now: sql<Date>`${ctx.clock.now()}::timestamptz`,
    find: (credentialId: string) => findPasskey(ctx, credentialId),
    refuse: (cause?: unknown) => bffError(refusal, { cause }),
  }
  return (await verify(passkeys, { response: response.data, challenge })).admin_id
}

/** A person's passkeys, for `allowCredentials` and `excludeCredentials`. */
export async function descriptorsOf(ctx: BffContext, adminId: string): Promise<{ id: string }[]> {
  const rows = await ctx.db
    .selectFrom('bff_admin_passkey')
    .select('credential_id')
    .where('admin_id', '=', adminId)
    .orderBy('created_at')
    .execute()
  // Without transports browsers search everywhere, also on a phone with a synced copy.
  return rows.map((row) => ({ id: row.credential_id }))
}

function findPasskey(ctx: BffContext, credentialId: string) {
  return ctx.db
    .selectFrom('bff_admin_passkey as passkey')
    .innerJoin('bff_admin as admin', 'admin.id', 'passkey.admin_id')
    .selectAll('passkey')
    .select('admin.user_handle')
    .where('passkey.credential_id', '=', credentialId)
    .executeTakeFirst()
}
