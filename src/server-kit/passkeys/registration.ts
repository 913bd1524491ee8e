import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { RegistrationJson } from '#protocol/passkey/credential-json.ts'
import { passkeyName } from '#protocol/passkey/passkey-name.ts'
import { CEREMONY_SECONDS, requireTopLevel, type RelyingParty } from './relying-party.ts'

/** ES256 and, for Windows Hello, RS256. */
const ALGORITHMS = [-7, -257]
/** Attestation is not requested. Other formats would make the library parse certificates that anyone can write. */
const ATTESTATION_FORMATS = new Set(['none', 'packed'])
/** Maximum bytes of authenticator data: a credential id has at most 1,023, an RSA key about 270. */
const AUTHENTICATOR_DATA_BYTES_MAX = 2_048
/** Maximum members of an attestation statement: alg, sig and x5c. Source: WebAuthn L3 8.2. */
const STATEMENT_MEMBERS_MAX = 3
/** Maximum certificates in a statement's x5c. */
const CERTIFICATES_MAX = 10

export type NewPasskey = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  backedUp: boolean
}

type Registering = {
  /** Site name that the authenticator displays. */
  rpName: string
  /** WebAuthn user.id, base64url. */
  userHandle: string
  name: string
  displayName?: string
  /** Credentials of the same user. An authenticator that has one of them creates no other. */
  exclude?: { id: string }[]
}

/** Options for creating a discoverable passkey with user verification. Source: WebAuthn L3 5.4. */
export function registrationOptions(
  { rpId }: RelyingParty,
  { rpName, userHandle, name, displayName = name, exclude = [] }: Registering,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: passkeyName(rpName),
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    userName: passkeyName(name),
    userDisplayName: passkeyName(displayName),
    timeout: CEREMONY_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: exclude,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/**
 * Verifies the passkey that a browser created for the challenge. Source: WebAuthn L3 7.1: type, challenge,
 * origin and top page (steps 7 to 11), domain (14), presence and verification (15, 16), backup flags (17,
 * 18), algorithm (20) and attestation (21 to 23). Storing it checks whether it is already known (26).
 *
 * @throws Error that names the failed check
 */
export async function verifyRegistration(
  { origin, rpId }: RelyingParty,
  { response: given, challenge }: { response: RegistrationJson; challenge: string },
): Promise<NewPasskey> {
  requireTopLevel(given.response.clientDataJSON)
  requireSmallAttestation(given.response.attestationObject)
  const { transports, ...response } = given.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...given,
      response: transports === undefined ? response : { ...response, transports },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('the attestation is not valid')
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/**
 * The library decodes an attestation object again, and its key three times. Parts that no authenticator creates are
 * rejected first, so that a hostile object costs a single pass.
 */
function requireSmallAttestation(attestationObject: string): void {
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
  const attestation = decodeAttestationObject(bytes)
  const format = attestation.get('fmt')
  if (!ATTESTATION_FORMATS.has(format)) throw new Error(`attestation format ${format} is not accepted`)
  if (attestation.get('authData').length > AUTHENTICATOR_DATA_BYTES_MAX)
    throw new Error('the authenticator data is too long')
  const statement: unknown = attestation.get('attStmt')
  if (!(statement instanceof Map) || statement.size > STATEMENT_MEMBERS_MAX)
    throw new Error('the attestation statement has too many members')
  if (![...statement.values()].every(isSmallMember))
    throw new Error('the attestation statement has a member that no authenticator makes')
}

/** Whether a statement's member is a number, a signature or a chain of certificates. */
function isSmallMember(member: unknown): boolean {
  if (Array.isArray(member))
    return member.length <= CERTIFICATES_MAX && member.every((item) => item instanceof Uint8Array)
  return typeof member === 'number' || member instanceof Uint8Array
}
