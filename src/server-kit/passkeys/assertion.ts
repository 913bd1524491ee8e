import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { AssertionJson } from '#protocol/passkey/credential-json.ts'
import { signInChallenge } from '#protocol/passkey/sign-in-challenge.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import { CEREMONY_SECONDS, requireTopLevel, type RelyingParty } from './relying-party.ts'

/** A passkey as both servers store it, with its owner's WebAuthn user.id. */
export type StoredPasskey = {
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  counter: string | number | bigint
  transports: string[]
  user_handle: string
}

export type Passkeys<Stored extends StoredPasskey> = {
  relyingParty: RelyingParty
  db: QueryExecutorProvider
  table: string
  now: RawBuilder<Date>
  find: (credentialId: string) => Promise<Stored | undefined>
  /** Creates the error, which is the same for every failure. The error has a cause if there is something to log. */
  refuse: (cause?: unknown) => Error
}

type Assertion = { response: AssertionJson; challenge: string }

/**
 * Options for a sign-in and for other proofs of identity. The page derives the challenge from `nonce` before
 * it requests the passkey.
 */
export async function signInPrompt(
  relyingParty: RelyingParty,
  asked: { allow?: { id: string }[] } = {},
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; nonce: string }> {
  const nonce = newSecret()
  const challenge = signInChallenge({ origin: relyingParty.origin, nonce })
  return { options: await assertionOptions(relyingParty, { ...asked, challenge }), nonce }
}

/**
 * Creates options with this challenge and user verification. They allow only the passkeys in `allow`, or any passkey
 * that the user chooses.
 */
export function assertionOptions(
  { rpId }: RelyingParty,
  asked: { allow?: { id: string }[]; challenge: Uint8Array<ArrayBuffer> },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { allow, challenge } = asked
  return generateAuthenticationOptions({
    rpID: rpId,
    timeout: CEREMONY_SECONDS * 1000,
    userVerification: 'required',
    ...(allow && { allowCredentials: allow }),
    challenge,
  })
}

/**
 * Returns the stored passkey that signed the challenge and records its use. @throws the error that `refuse`
 * creates
 */
export async function verifyPasskey<Stored extends StoredPasskey>(
  passkeys: Passkeys<Stored>,
  assertion: Assertion,
): Promise<Stored> {
  const { find, refuse, relyingParty } = passkeys
  const passkey = await find(assertion.response.id)
  if (passkey === undefined) throw refuse()
  const use = await verifyAssertion(relyingParty, assertion, passkey).catch((cause: unknown) => {
    throw refuse(cause)
  })
  if (!(await storeUse(passkeys, passkey.credential_id, use))) throw refuse()
  return passkey
}

type Use = { counter: number; backedUp: boolean }

/**
 * Verifies an assertion. Source: WebAuthn L3 7.2: the user handle (step 6), type, challenge, origin and top page (10
 * to 14), domain (15), presence and verification (16, 17), backup flags (18 to 20), signature (23), and the counter
 * (25). A decreased counter means a copied authenticator and is rejected.
 */
async function verifyAssertion({ origin, rpId }: RelyingParty, assertion: Assertion, passkey: StoredPasskey) {
  const { response: given, challenge } = assertion
  const { userHandle, ...response } = given.response
  const isNamed = typeof userHandle === 'string' && userHandle !== ''
  if (isNamed && userHandle !== passkey.user_handle) throw new Error('the passkey names another person')
  requireTopLevel(response.clientDataJSON)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...given, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
  })
  if (!verified) throw new Error('the signature is invalid')
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
}

/**
 * Stores the use of a passkey. The update has a condition, so only one of two responses with the same counter is
 * accepted. Synced passkeys always report 0.
 */
async function storeUse(
  { db, table, now }: Pick<Passkeys<StoredPasskey>, 'db' | 'table' | 'now'>,
  credentialId: string,
  { counter, backedUp }: Use,
): Promise<boolean> {
  const stored = await sql`
    update ${sql.table(table)}
    set counter = ${counter}::bigint, backed_up = ${backedUp}::boolean, last_used_at = ${now}
    where credential_id = ${credentialId}
      and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
    returning credential_id`.execute(db)
  return stored.rows.length === 1
}
