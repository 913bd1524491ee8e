import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import * as z from 'zod/mini'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { isLowS } from '#protocol/passkey/low-s.ts'

const FLAG_PRESENT = 0x01
const FLAG_VERIFIED = 0x04
/** Backup eligible and backed up. */
const FLAGS_SYNCED = 0x18
const FLAG_ATTESTED = 0x40
const AAGUID_BYTES = 16
const ES256 = -7

const optionsSchema = z.object({
  challenge: z.string(),
  rpId: z.optional(z.string()),
  rp: z.optional(z.object({ id: z.string() })),
  user: z.optional(z.object({ id: z.string() })),
})

/** How a test's passkey deviates from an honest passkey. */
export type Ceremony = {
  origin: string
  rpId?: string
  challenge?: string
  type?: string
  userVerified?: boolean
  userPresent?: boolean
  /** All flags. If it is set, the other options change no flag. */
  flags?: number
  crossOrigin?: boolean
  topOrigin?: string
  counter?: number
  /** The device shares its passkeys with other devices. */
  isSynced?: boolean
  /** Half of the curve's order that contains s. Undefined means either half. */
  sHalf?: 'low' | 'high'
  userHandle?: string
  tamperSignature?: boolean
  format?: string
  /** Serializes the members of clientDataJSON. Undefined writes them as browsers do. */
  writeClientData?: (members: Record<string, unknown>) => string
}

/** A passkey that was created earlier: its id as base64url, its private key as base64 of PKCS #8. */
export type KnownPasskey = { credentialId: string; privateKey: string; userHandle?: string | undefined }

/** A passkey in software: P-256 by node:crypto, and the few CBOR forms that a registration needs. */
export type Authenticator = {
  credentialId: string
  /** The private key as base64 of PKCS #8. */
  privateKey: string
  /** The public key as base64url of SPKI. */
  publicKeySpki: string
  /** The point's coordinates, 64 hex digits each. */
  qx: string
  qy: string
  register: (options: unknown, ceremony: Ceremony) => Credential<'attestationObject'>
  assert: (options: unknown, ceremony: Ceremony) => Credential<'authenticatorData' | 'signature'>
}

/** The JSON of `PublicKeyCredential.toJSON`, with bytes as base64url. */
type Credential<Field extends string> = {
  id: string
  rawId: string
  type: 'public-key'
  response: Record<Field | 'clientDataJSON', string> & {
    transports?: string[]
    userHandle?: string | undefined
  }
  clientExtensionResults: object
}

export function createAuthenticator(known?: KnownPasskey): Authenticator {
  const privateKey = known === undefined ? newKey() : keyOf(known)
  const publicKey = createPublicKey(privateKey)
  const id = known === undefined ? randomBytes(32) : Buffer.from(known.credentialId, 'base64url')
  let userHandle = known?.userHandle
  return {
    credentialId: id.toString('base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKeySpki: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    ...pointOf(publicKey),
    register(given, ceremony) {
      const options = optionsSchema.parse(given)
      userHandle = options.user?.id
      const attested = Buffer.concat([Buffer.alloc(AAGUID_BYTES), uint16(id.length), id, coseKey(publicKey)])
      const authData = Buffer.concat([
        authenticatorData(ceremony, ceremony.rpId ?? options.rp?.id ?? '', FLAG_ATTESTED),
        attested,
      ])
      return credential(id, {
        clientDataJSON: clientData(ceremony, 'webauthn.create', options.challenge).toString('base64url'),
        attestationObject: attestationObject(authData, ceremony.format).toString('base64url'),
        transports: ['internal'],
      })
    },
    assert(given, ceremony) {
      const options = optionsSchema.parse(given)
      const authData = authenticatorData(ceremony, ceremony.rpId ?? options.rpId ?? '', 0)
      const client = clientData(ceremony, 'webauthn.get', options.challenge)
      const signed = Buffer.concat([authData, sha256(client)])
      const signature = signatureOf(signed, privateKey, ceremony.sHalf)
      const last = signature.length - 1
      if (ceremony.tamperSignature === true) signature[last] = (signature[last] ?? 0) ^ 1
      return credential(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: ceremony.userHandle ?? userHandle,
      })
    },
  }
}

/** The attestation object `{fmt, attStmt: {}, authData}`. */
export function attestationObject(authData: Uint8Array, format = 'none'): Buffer {
  return cborMap([
    [cborText('fmt'), cborText(format)],
    [cborText('attStmt'), cborMap([])],
    [cborText('authData'), cborBytes(authData)],
  ])
}

/** Signs repeatedly until s is in the wanted half, which holds for every second signature. */
function signatureOf(signed: Buffer, key: KeyObject, half?: Ceremony['sHalf']): Buffer {
  const signature = sign('sha256', signed, key)
  const isWanted = half === undefined || isLowS(decodeDerSignature(signature).s) === (half === 'low')
  return isWanted ? signature : signatureOf(signed, key, half)
}

/**
 * Exports the key from its bytes. In Node 20 a generated key can block its own export as a JWK forever
 * (`software-passkey.ts`).
 */
function newKey(): KeyObject {
  const { privateKey: key } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  })
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function keyOf({ privateKey }: KnownPasskey): KeyObject {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
}

function pointOf(key: KeyObject): { qx: string; qy: string } {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const hex = (coordinate: string) => Buffer.from(coordinate, 'base64url').toString('hex')
  return { qx: hex(x), qy: hex(y) }
}

function credential<Response>(id: Buffer, response: Response) {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key' as const, response, clientExtensionResults: {} }
}

function clientData(ceremony: Ceremony, type: string, challenge: string): Buffer {
  const { writeClientData: write = JSON.stringify } = ceremony
  return Buffer.from(
    write({
      type: ceremony.type ?? type,
      challenge: ceremony.challenge ?? challenge,
      origin: ceremony.origin,
      crossOrigin: ceremony.crossOrigin ?? false,
      ...(ceremony.topOrigin === undefined ? {} : { topOrigin: ceremony.topOrigin }),
    }),
  )
}

function authenticatorData(ceremony: Ceremony, rpId: string, flags: number): Buffer {
  const present = ceremony.userPresent === false ? 0 : FLAG_PRESENT
  const verified = ceremony.userVerified === false ? 0 : FLAG_VERIFIED
  const synced = ceremony.isSynced === true ? FLAGS_SYNCED : 0
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(ceremony.counter ?? 0)
  const all = ceremony.flags ?? flags | present | verified | synced
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), counter])
}

/** A COSE_Key with kty EC2, alg ES256, crv P-256, x and y (RFC 9052). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(ES256)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)])
}

function cborInt(value: number): Buffer {
  return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
}

function cborBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
