import { newCredentialSchema, registrationJsonSchema } from '#protocol/passkey/credential-json.ts'
import { joinBytes } from '#protocol/signing/hex.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import { verifyRegistration } from '#server-kit/passkeys/registration.ts'
import { computeShare, worst, type WorstInput } from './worst-input.ts'

/** Maximum size of an attestation object in bytes: 10,000 characters of base64url. */
const ATTESTATION_BYTES_MAX = 7_500
/** Size in bytes of a key that just fits into the authenticator data that the servers decode. */
const KEY_BYTES_MAX = 1_950
const EMPTY_TEXT = 0x60
const SITE = { origin: 'https://shop.example', rpId: 'shop.example' }
const CHALLENGE = 'AAAA'

/** New passkeys. Their CBOR has its own limit, which the schemas enforce. */
export const PASSKEY_INPUTS: readonly WorstInput[] = [
  worst(
    'new passkey, attestation too long',
    (bytes) => attestation(emptyTexts(bytes), writeData()),
    register,
  ),
  worst(
    'new passkey, statement of empty texts',
    (bytes) => attestation(emptyTexts(inAttestation(bytes)), writeData()),
    register,
  ),
  worst(
    'new passkey, certificates of empty texts',
    (bytes) => attestation(writeStatement(emptyTexts(inAttestation(bytes))), writeData()),
    register,
  ),
  worst(
    'new passkey, key of empty texts',
    (bytes) => attestation(Uint8Array.of(0xa0), writeData(emptyTexts(computeShare(KEY_BYTES_MAX, bytes)))),
    register,
  ),
]

const inAttestation = (bytes: number): number => computeShare(ATTESTATION_BYTES_MAX, bytes) - 250
const cborText = (text: string): Uint8Array =>
  joinBytes([Uint8Array.of(EMPTY_TEXT + text.length), bytesFromText(text)])
const cborLength = (major: number, length: number): Uint8Array =>
  Uint8Array.of(major, length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff)

function emptyTexts(count: number): Uint8Array {
  return joinBytes([cborLength(0x9a, count), new Uint8Array(count).fill(EMPTY_TEXT)])
}

function writeStatement(certificates: Uint8Array): Uint8Array {
  return joinBytes([Uint8Array.of(0xa1), cborText('x5c'), certificates])
}

/** Creates authenticator data with a public key whose last member is `member`. */
function writeData(member: Uint8Array = Uint8Array.of(0)): Uint8Array {
  const head = new Uint8Array(32 + 1 + 4 + 16 + 2 + 1)
  head[32] = 0x45
  head[54] = 1
  return joinBytes([head, Uint8Array.of(0xa1, 0x21), member])
}

function attestation(statement: Uint8Array, data: Uint8Array): object {
  const object = joinBytes([
    Uint8Array.of(0xa3),
    cborText('fmt'),
    cborText('packed'),
    cborText('attStmt'),
    statement,
    cborText('authData'),
    cborLength(0x5a, data.length),
    data,
  ])
  const clientData = { type: 'webauthn.create', challenge: CHALLENGE, origin: SITE.origin }
  return {
    id: 'AA',
    rawId: 'AA',
    type: 'public-key',
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
      attestationObject: Buffer.from(object).toString('base64url'),
    },
  }
}

/** Reads a new passkey as the servers do: the body, its members, then the credential. */
function register(given: object): unknown {
  const response = registrationJsonSchema.parse(newCredentialSchema.parse(given))
  return verifyRegistration(SITE, { response, challenge: CHALLENGE }).catch((refusal: unknown) => refusal)
}
