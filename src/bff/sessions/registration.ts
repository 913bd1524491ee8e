import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { CEREMONY_SECONDS } from './ceremony.ts'
import { parseRegistration } from './passkey-response.ts'

/** ES256 and, for Windows Hello, RS256. */
const ALGORITHMS = [-7, -257]
/** Attestation is not asked for. Other formats would make the library read certificates that anyone may write. */
const ATTESTATION_FORMATS = new Set(['none', 'packed'])

export type VerifiedPasskey = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  backedUp: boolean
}

/** What a browser is asked to make a person's passkey by; not one that an authenticator of `exclude` has. */
export function registrationOptions(
  ctx: BffContext,
  person: { name: string; userHandle: string; exclude?: { id: string }[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Latchkey',
    rpID: ctx.settings.rpId,
    userID: new Uint8Array(Buffer.from(person.userHandle, 'base64url')),
    userName: person.name,
    userDisplayName: person.name,
    timeout: CEREMONY_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: person.exclude ?? [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** The passkey that a browser made for the challenge. @throws PASSKEY_REFUSED */
export async function verifyRegistration(
  ctx: BffContext,
  { challenge, given }: { challenge: string; given: unknown },
): Promise<VerifiedPasskey> {
  const response = parseRegistration(given)
  if (response === undefined) throw bffError('PASSKEY_REFUSED')
  try {
    const attestation = Buffer.from(response.response.attestationObject, 'base64url')
    const format = decodeAttestationObject(new Uint8Array(attestation)).get('fmt')
    if (!ATTESTATION_FORMATS.has(format)) throw new Error(`attestation format ${format} is not accepted`)
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: ctx.settings.publicOrigin,
      expectedRPID: ctx.settings.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified.verified) throw new Error('the attestation does not hold')
    const { credential, credentialBackedUp } = verified.registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
    }
  } catch (cause) {
    throw bffError('PASSKEY_REFUSED', { cause })
  }
}

/** Stores a person's passkey. @throws PASSKEY_KNOWN when somebody has it already */
export async function storePasskey(
  trx: BffTransaction,
  stored: { adminId: string; passkey: VerifiedPasskey; name: string; now: Date },
): Promise<void> {
  const { adminId, passkey, name, now } = stored
  const inserted = await trx
    .insertInto('bff_admin_passkey')
    .values({
      credential_id: passkey.credentialId,
      admin_id: adminId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      backed_up: passkey.backedUp,
      name,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirst()
  if (inserted === undefined) throw bffError('PASSKEY_KNOWN')
}
