import { hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { lowS } from '#protocol/passkey/low-s.ts'
import type { Authenticator } from '#widget/passkey/authenticator.ts'

/** What a test can do to a software passkey device. */
export type SoftwareAuthenticator = Authenticator & {
  prompts: { create: number; get: number }
  /** Thrown by the next prompt instead of an answer. */
  failNext: (error: Error) => void
  /** Set to false: the person is not verified. */
  verifies: boolean
  /** What `getPublicKey()` says of the passkey that was made last. */
  publicKeySpki: Uint8Array
  /** Answers the wanted S half of every signature. */
  highS: boolean
  renamed: string[]
  lastChallenge: Uint8Array | undefined
  /** The device keeps its passkeys to itself (BE and BS are not set), as security keys do. */
  isSingle: boolean
  /** Set to false: assertions leave the user handle out. */
  hasUserHandle: boolean
  /** Answered in place of the handle that a passkey was made with. */
  otherHandle?: Uint8Array | undefined
  /** The next assertion is made with another device's key under the same id. */
  swapKey: () => Promise<void>
  /** Credential ids in the order of their creation, base64url. */
  credentialIds: () => string[]
}

type Stored = { id: Uint8Array<ArrayBuffer>; keys: CryptoKeyPair; userHandle: Uint8Array }

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** A passkey device in software: real P-256 keys, the byte formats of WebAuthn, no prompt. */
export function createSoftwareAuthenticator(origin = 'https://shop.example'): SoftwareAuthenticator {
  const stored: Stored[] = []
  let failure: Error | undefined

  const fail = () => {
    const error = failure
    failure = undefined
    if (error !== undefined) throw error
  }

  const device: SoftwareAuthenticator = {
    prompts: { create: 0, get: 0 },
    verifies: true,
    publicKeySpki: new Uint8Array(),
    highS: false,
    renamed: [],
    lastChallenge: undefined,
    isSingle: false,
    hasUserHandle: true,
    failNext: (error) => void (failure = error),
    credentialIds: () => stored.map(({ id }) => base64Url(id)),
    rename: (_passkey, name) => void device.renamed.push(name),
    async swapKey() {
      const last = stored.at(-1)
      if (last !== undefined) last.keys = await generate()
    },
    async create(options, signal) {
      device.prompts.create += 1
      signal.throwIfAborted()
      fail()
      const credential = {
        id: crypto.getRandomValues(new Uint8Array(20)),
        keys: await generate(),
        userHandle: bytesOf(options.user.id),
      }
      stored.push(credential)
      device.publicKeySpki = await exportKey('spki', credential.keys)
      const authenticatorData = joinBytes([
        await rpHash(options.rp.id),
        Uint8Array.of(0x41 | (device.verifies ? 4 : 0) | (device.isSingle ? 0 : 0x18), 0, 0, 0, 0),
        new Uint8Array(16),
        Uint8Array.of(0, credential.id.length),
        credential.id,
        await coseKey(credential.keys),
      ])
      return {
        credentialId: credential.id,
        clientDataJSON: clientData('webauthn.create', options.challenge, origin),
        attestationObject: attestationObject(authenticatorData),
      }
    },
    async get(options, signal) {
      device.prompts.get += 1
      device.lastChallenge = bytesOf(options.challenge)
      signal.throwIfAborted()
      fail()
      const wanted = (options.allowCredentials ?? []).map(({ id }) => base64Url(bytesOf(id)))
      const credential = stored.find(({ id }) => wanted.length === 0 || wanted.includes(base64Url(id)))
      if (credential === undefined) throw new DOMException('none', 'NotAllowedError')
      const authenticatorData = joinBytes([
        await rpHash(options.rpId),
        Uint8Array.of(0x01 | (device.verifies ? 4 : 0) | (device.isSingle ? 0 : 0x18), 0, 0, 0, 1),
      ])
      const clientDataJSON = clientData('webauthn.get', options.challenge, origin)
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', clientDataJSON))
      const signed = new Uint8Array(joinBytes([authenticatorData, hash]))
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const raw = new Uint8Array(await crypto.subtle.sign(algorithm, credential.keys.privateKey, signed))
      return {
        credentialId: credential.id,
        clientDataJSON,
        authenticatorData,
        signature: der(raw, device.highS),
        userHandle: device.hasUserHandle ? (device.otherHandle ?? credential.userHandle) : undefined,
      }
    },
  }
  return device
}

function generate(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
}

async function exportKey(format: 'spki' | 'raw', keys: CryptoKeyPair): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.exportKey(format, keys.publicKey))
}

async function rpHash(rpId: string | undefined): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rpId ?? '')))
}

async function coseKey(keys: CryptoKeyPair): Promise<Uint8Array> {
  const raw = await exportKey('raw', keys)
  const start = Uint8Array.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
  return joinBytes([start, raw.subarray(1, 33), Uint8Array.of(0x22, 0x58, 32), raw.subarray(33)])
}

/** `{fmt: "none", attStmt: {}, authData}`. */
export function attestationObject(authenticatorData: Uint8Array): Uint8Array {
  const text = (word: string) =>
    joinBytes([Uint8Array.of(0x60 + word.length), new TextEncoder().encode(word)])
  return joinBytes([
    Uint8Array.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Uint8Array.of(0xa0),
    text('authData'),
    Uint8Array.of(0x58, authenticatorData.length),
    authenticatorData,
  ])
}

function clientData(type: string, challenge: BufferSource, origin: string): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify({ type, challenge: base64Url(bytesOf(challenge)), origin, crossOrigin: false })
  return new TextEncoder().encode(json)
}

function bytesOf(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
}

function der(raw: Uint8Array, highS: boolean): Uint8Array {
  const r = BigInt(hexFromBytes(raw.subarray(0, 32)))
  const low = lowS(BigInt(hexFromBytes(raw.subarray(32))))
  const integers = joinBytes([derInteger(r), derInteger(highS ? P256_ORDER - low : low)])
  return joinBytes([Uint8Array.of(0x30, integers.length), integers])
}

function derInteger(value: bigint): Uint8Array {
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  const padded = (bytes[0] ?? 0) > 127 ? joinBytes([Uint8Array.of(0), bytes]) : new Uint8Array(bytes)
  return joinBytes([Uint8Array.of(2, padded.length), padded])
}
