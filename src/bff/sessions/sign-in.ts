import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { signInVerifyRequestSchema } from '#shared/org/console-api.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { answer } from '#bff/http/answer.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { readBody, readNoBody } from '#bff/http/read-input.ts'
import { beginCeremony, CEREMONY_SECONDS, takeCeremony, type Ceremony } from './ceremony.ts'
import { parseAuthentication } from './passkey-response.ts'
import { createSession, endSession } from './session.ts'
import { signedInAnswer } from './signed-in-answer.ts'

/** `POST /api/sign-in/options`: a challenge for any passkey of this site; which one, the person chooses. */
export async function signInOptions(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.signIn.take(exchange.env.clientAddress)
  await readNoBody(exchange.req.raw)
  const options = await generateAuthenticationOptions({
    rpID: ctx.settings.rpId,
    timeout: CEREMONY_SECONDS * 1000,
    userVerification: 'required',
  })
  const { cookie } = await beginCeremony(ctx, {
    kind: 'sign-in',
    challenge: options.challenge,
    setup_token_hash: null,
    admin_name: null,
    user_handle: null,
  })
  return answer({ options }, 200, { 'set-cookie': cookie })
}

/** `POST /api/sign-in/verify`: a new session. The session that the browser had before ends. */
export async function signInVerify(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.signIn.take(exchange.env.clientAddress)
  const { response: given } = await readBody(exchange.req.raw, signInVerifyRequestSchema)
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'sign-in')
  const response = parseAuthentication(given)
  if (response === undefined) throw bffError('SIGN_IN_FAILED')
  const adminId = await verifySignIn(ctx, ceremony, response)
  await endSession(ctx, exchange.req.raw)
  const { id } = await createSession(ctx, ctx.db, adminId)
  ctx.log.info({ event: 'administrator_signed_in', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

/** The administrator whose passkey signed the challenge. Every failure has one answer. @throws SIGN_IN_FAILED */
async function verifySignIn(
  ctx: BffContext,
  ceremony: Ceremony,
  response: AuthenticationResponseJSON,
): Promise<string> {
  const passkey = await findPasskey(ctx, response.id)
  if (passkey === undefined) throw bffError('SIGN_IN_FAILED')
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== passkey.user_handle) throw bffError('SIGN_IN_FAILED')
  const counter = await verifyAssertion(ctx, ceremony, response, passkey)
  await storeUse(ctx, passkey.credential_id, counter)
  return passkey.admin_id
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

/** The new signature counter. One that went back means a copied authenticator: refused, and in the log. */
async function verifyAssertion(
  ctx: BffContext,
  ceremony: Ceremony,
  response: AuthenticationResponseJSON,
  passkey: StoredPasskey,
): Promise<number> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: ceremony.challenge,
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
    return authenticationInfo.newCounter
  } catch (cause) {
    throw bffError('SIGN_IN_FAILED', { cause })
  }
}

/** Conditional, so that of two answers with one counter only one signs in. Synced passkeys always count 0. */
async function storeUse(ctx: BffContext, credentialId: string, counter: number): Promise<void> {
  const stored = await ctx.db
    .updateTable('bff_admin_passkey')
    .set({ counter, last_used_at: ctx.clock.now() })
    .where('credential_id', '=', credentialId)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .returning('credential_id')
    .executeTakeFirst()
  if (stored === undefined) throw bffError('SIGN_IN_FAILED')
}
