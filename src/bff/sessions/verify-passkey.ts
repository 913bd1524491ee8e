import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import type { BffContext } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { parseAuthentication } from './passkey-response.ts'

type Refusal = 'SIGN_IN_FAILED' | 'STEP_UP_FAILED'

/** The person whose passkey signed the challenge. Every failure has the one answer `refusal`. */
export async function verifyPasskey(
  ctx: BffContext,
  { challenge, given }: { challenge: string; given: unknown },
  refusal: Refusal,
): Promise<string> {
  const response = parseAuthentication(given)
  if (response === undefined) throw bffError(refusal)
  const passkey = await findPasskey(ctx, response.id)
  if (passkey === undefined) throw bffError(refusal)
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== passkey.user_handle) throw bffError(refusal)
  const use = await verifyAssertion(ctx, { challenge, response, passkey }).catch((cause: unknown) => {
    throw bffError(refusal, { cause })
  })
  if (!(await storeUse(ctx, passkey.credential_id, use))) throw bffError(refusal)
  return passkey.admin_id
}

/** The passkeys of a person, as a browser is told which it may use, or must not make again. */
export async function descriptorsOf(ctx: BffContext, adminId: string): Promise<{ id: string }[]> {
  const rows = await ctx.db
    .selectFrom('bff_admin_passkey')
    .select('credential_id')
    .where('admin_id', '=', adminId)
    .orderBy('created_at')
    .execute()
  // Without transports: browsers then look everywhere, also on a phone that holds a synced copy.
  return rows.map((row) => ({ id: row.credential_id }))
}

type StoredPasskey = Selectable<BffTables['bff_admin_passkey']>

function findPasskey(ctx: BffContext, credentialId: string) {
  return ctx.db
    .selectFrom('bff_admin_passkey as passkey')
    .innerJoin('bff_admin as admin', 'admin.id', 'passkey.admin_id')
    .selectAll('passkey')
    .select('admin.user_handle')
    .where('passkey.credential_id', '=', credentialId)
    .executeTakeFirst()
}

type Use = { counter: number; backedUp: boolean }

/** A signature counter that went back means a copied authenticator: refused, and in the log. */
async function verifyAssertion(
  ctx: BffContext,
  {
    challenge,
    response,
    passkey,
  }: { challenge: string; response: AuthenticationResponseJSON; passkey: StoredPasskey },
): Promise<Use> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: ctx.settings.publicOrigin,
    expectedRPID: ctx.settings.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
  })
  if (!verified) throw new Error('the signature does not hold')
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
}

/** Conditional, so that of two answers with one counter only one counts. Synced passkeys always count 0. */
async function storeUse(ctx: BffContext, credentialId: string, { counter, backedUp }: Use): Promise<boolean> {
  const stored = await ctx.db
    .updateTable('bff_admin_passkey')
    .set({ counter, backed_up: backedUp, last_used_at: ctx.clock.now() })
    .where('credential_id', '=', credentialId)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .returning('credential_id')
    .executeTakeFirst()
  return stored !== undefined
}
