import * as z from 'zod/mini'
import { base64Url, bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { createAuthenticator, type Ceremony, type KnownPasskey } from '#protocol/testing/authenticator.ts'
import type { Authenticator } from '#widget/passkey/authenticator.ts'

/** A test's controls of a software passkey device. */
export type SoftwareAuthenticator = Authenticator & {
  prompts: { create: number; get: number }
  /** An error that the next prompt throws instead of returning a response. */
  failNext: (error: Error) => void
  /** Set to false to leave the person unverified. */
  verifies: boolean
  /** The result of `getPublicKey()` of the newest passkey. */
  publicKeySpki: Uint8Array
  /** Determines the S half of every signature. */
  highS: boolean
  renamed: string[]
  lastChallenge: Uint8Array | undefined
  /** The device keeps its passkeys to itself (BE and BS are not set), as security keys do. */
  isSingle: boolean
  /** The fields about an embedding page that the browser signs. */
  frame: Pick<Ceremony, 'crossOrigin' | 'topOrigin'>
  /** Deviations of other devices, for each kind of prompt. */
  quirks: { create?: Partial<Ceremony>; get?: Partial<Ceremony> }
  /** Set to false to omit the user handle from assertions. */
  hasUserHandle: boolean
  /** Returned instead of the handle with which a passkey was created. */
  otherHandle?: Uint8Array | undefined
  /** Makes the next assertion use another device's key with the same id. */
  swapKey: () => Promise<void>
  /** Credential ids in order of creation, as base64url. */
  credentialIds: () => string[]
}

const bytesFrom = (text: string) => new Uint8Array(bytesFromBase64Url(text))
const bytes = z.pipe(z.string(), z.transform(bytesFrom))
const registeredSchema = z.object({ clientDataJSON: bytes, attestationObject: bytes })
const assertedSchema = z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes })

/**
 * The browser's interface to the software passkeys of `#protocol/testing`. It has no prompt, and uses bytes
 * instead of texts.
 */
export function createSoftwareAuthenticator(origin = 'https://shop.example'): SoftwareAuthenticator {
  const stored: KnownPasskey[] = []
  let failure: Error | undefined

  function prompt(kind: 'create' | 'get', challenge: BufferSource, signal: AbortSignal): Ceremony {
    device.prompts[kind] += 1
    if (kind === 'get') device.lastChallenge = toBytes(challenge)
    signal.throwIfAborted()
    const error = failure
    failure = undefined
    if (error !== undefined) throw error
    const sHalf = device.highS ? 'high' : 'low'
    return {
      origin,
      userVerified: device.verifies,
      isSynced: !device.isSingle,
      sHalf,
      ...device.frame,
      ...device.quirks[kind],
    }
  }

  const device: SoftwareAuthenticator = {
    prompts: { create: 0, get: 0 },
    verifies: true,
    publicKeySpki: new Uint8Array(),
    highS: false,
    renamed: [],
    lastChallenge: undefined,
    isSingle: false,
    frame: {},
    quirks: {},
    hasUserHandle: true,
    failNext: (error) => void (failure = error),
    credentialIds: () => stored.map(({ credentialId }) => credentialId),
    rename: (_passkey, name) => void device.renamed.push(name),
    async swapKey() {
      const last = stored.at(-1)
      if (last !== undefined) last.privateKey = createAuthenticator().privateKey
    },
    async create({ challenge, rp, user }, signal) {
      const ceremony = prompt('create', challenge, signal)
      const passkey = createAuthenticator()
      const { credentialId, privateKey, publicKeySpki } = passkey
      stored.push({ credentialId, privateKey, userHandle: toBase64Url(user.id) })
      device.publicKeySpki = bytesFrom(publicKeySpki)
      const answer = passkey.register({ challenge: toBase64Url(challenge), rp }, ceremony)
      const registered = registeredSchema.parse(answer['response'])
      return { credentialId: bytesFrom(credentialId), ...registered }
    },
    async get({ challenge, rpId, allowCredentials = [] }, signal) {
      const ceremony = prompt('get', challenge, signal)
      const wanted = allowCredentials.map(({ id }) => toBase64Url(id))
      const known = stored.find(({ credentialId }) => wanted.length === 0 || wanted.includes(credentialId))
      if (known === undefined) throw new DOMException('none', 'NotAllowedError')
      const { credentialId, userHandle = '' } = known
      const asked = { challenge: toBase64Url(challenge), rpId }
      const answer = createAuthenticator(known).assert(asked, { ...ceremony, counter: 1 })
      const asserted = assertedSchema.parse(answer['response'])
      const handle = device.otherHandle ?? bytesFrom(userHandle)
      return {
        credentialId: bytesFrom(credentialId),
        ...asserted,
        userHandle: device.hasUserHandle ? handle : undefined,
      }
    },
  }
  return device
}

function toBytes(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
}

const toBase64Url = (source: BufferSource) => base64Url(toBytes(source))
