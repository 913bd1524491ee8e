import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { AssertionJson, RegistrationJson } from '#protocol/passkey/credential-json.ts'

/** Flags: user present and user verified, and the same with the new credential's data. */
const FLAGS_ASSERTED = 0x05
const FLAGS_ATTESTED = 0x45

/** A private key as it is stored. Only the sandbox's own end-users have one here. */
export type StoredKey = { credentialId: string; jwk: Record<string, unknown> }

/** The context of a passkey's response: the page's origin and its domain. */
export type Ceremony = { challenge: string; origin: string; rpId: string }

export function createStoredKey(): StoredKey {
  return {
    credentialId: randomBytes(32).toString('base64url'),
    jwk: { ...newKey().export({ format: 'jwk' }) },
  }
}

/**
 * Creates a key from its bytes. Node 20 can hang forever if it collects the garbage of a generated key while
 * that key is exported as a JWK, because both lock it.
 */
function newKey(): KeyObject {
  const { privateKey: key } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  })
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** The coordinates of the public point, 64 hex digits each. */
export function readPoint(key: StoredKey): { qx: string; qy: string } {
  const { x = '', y = '' } = importPrivateKey(key).export({ format: 'jwk' })
  return { qx: toHexDigits(x), qy: toHexDigits(y) }
}

/** The result of `navigator.credentials.create` in a browser, without attestation (WebAuthn L3 6.5, 8.7). */
export function register(key: StoredKey, { challenge, origin, rpId }: Ceremony): RegistrationJson {
  const id = Buffer.from(key.credentialId, 'base64url')
  const length = Buffer.from([id.length >> 8, id.length & 0xff])
  const { qx, qy } = readPoint(key)
  // RFC 9052: kty EC2, alg ES256, crv P-256, x, y.
  const coseKey = Buffer.from(`a5010203262001215820${qx}225820${qy}`, 'hex')
  const authData = Buffer.concat([
    authenticatorData(rpId, FLAGS_ATTESTED),
    Buffer.alloc(16),
    length,
    id,
    coseKey,
  ])
  // A CBOR map of three texts: fmt "none", attStmt {}, authData as bytes with a two-byte length.
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
    Buffer.from([authData.length >> 8, authData.length & 0xff]),
    authData,
  ])
  return {
    ...toCredential(key),
    response: {
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  }
}

/**
 * Signs a challenge like an authenticator. `encoding` of the signature: DER for browsers' responses, or r and
 * s.
 */
export function signChallenge(
  key: StoredKey,
  { challenge, origin, rpId }: Ceremony,
  encoding: 'der' | 'ieee-p1363',
): { authenticatorData: Buffer; clientDataJson: string; signature: Buffer } {
  const authData = authenticatorData(rpId, FLAGS_ASSERTED)
  const client = clientData('webauthn.get', challenge, origin)
  const signed = Buffer.concat([authData, sha256(client)])
  return {
    authenticatorData: authData,
    clientDataJson: client.toString('utf8'),
    signature: sign('sha256', signed, { key: importPrivateKey(key), dsaEncoding: encoding }),
  }
}

/** A browser's response to `navigator.credentials.get`. */
export function assertPasskey(key: StoredKey, ceremony: Ceremony): AssertionJson {
  const signed = signChallenge(key, ceremony, 'der')
  return {
    ...toCredential(key),
    response: {
      clientDataJSON: Buffer.from(signed.clientDataJson).toString('base64url'),
      authenticatorData: signed.authenticatorData.toString('base64url'),
      signature: signed.signature.toString('base64url'),
    },
  }
}

function toCredential({ credentialId }: StoredKey) {
  return { id: credentialId, rawId: credentialId, type: 'public-key' as const }
}

function importPrivateKey(key: StoredKey): KeyObject {
  return createPrivateKey({ key: key.jwk, format: 'jwk' })
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(rpId: string, flags: number): Buffer {
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), Buffer.alloc(4)])
}

function toHexDigits(coordinate: string): string {
  return Buffer.from(coordinate, 'base64url').toString('hex').padStart(64, '0')
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
