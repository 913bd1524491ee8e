import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Hex } from 'viem'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { P256_ORDER } from '#protocol/passkey/low-s.ts'
import { findIndexes } from '#protocol/passkey/client-data.ts'
import { encodeSignature, type WebAuthnSignature } from '#protocol/signing/signature.ts'

/** User present and user verified. */
const FLAGS = 0x05

/** What a test may do wrong on purpose; everything else is as a browser does it. */
export type AssertionChanges = {
  flags?: number
  type?: string
  challenge?: string
  origin?: string
  crossOrigin?: boolean
  topOrigin?: string
  rpIdHash?: Hex
  /** Instead of the whole clientDataJSON. */
  clientDataJSON?: string
  highS?: boolean
}

export type SoftwarePasskey = {
  domain: string
  rpIdHash: Hex
  qx: bigint
  qy: bigint
  /** 64 hex digits each, as a create request carries them. */
  qxHex: string
  qyHex: string
  /** The `signature` of an execute request over this digest. */
  /** The private key, for a test that goes on in another process. */
  jwk: Record<string, unknown>
  sign: (digest: Hex, changes?: AssertionChanges) => Hex
  assert: (digest: Hex, changes?: AssertionChanges) => WebAuthnSignature
}

/** A passkey in memory that signs as an authenticator behind a browser on `https://<domain>` does. */
export function createSoftwarePasskey(domain: string, known?: Record<string, unknown>): SoftwarePasskey {
  const privateKey =
    known === undefined
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
      : createPrivateKey({ key: known, format: 'jwk' })
  const jwk = privateKey.export({ format: 'jwk' })
  const [qxHex, qyHex] = [hexOf(jwk.x), hexOf(jwk.y)]
  const hash = rpIdHash(domain)
  const assert = (digest: Hex, changes: AssertionChanges = {}) =>
    assertion(privateKey, domain, digest, changes)
  return {
    domain,
    rpIdHash: hash,
    qx: BigInt(`0x${qxHex}`),
    qy: BigInt(`0x${qyHex}`),
    qxHex,
    qyHex,
    jwk: { ...jwk },
    assert,
    sign: (digest, changes) => encodeSignature(assert(digest, changes)),
  }
}

function assertion(
  key: KeyObject,
  domain: string,
  digest: Hex,
  changes: AssertionChanges,
): WebAuthnSignature {
  const hash = changes.rpIdHash ?? rpIdHash(domain)
  const authenticatorData = Buffer.concat([
    Buffer.from(hash.slice(2), 'hex'),
    Buffer.from([changes.flags ?? FLAGS]),
    Buffer.alloc(4),
  ])
  const clientDataJSON = changes.clientDataJSON ?? JSON.stringify(clientData(domain, digest, changes))
  const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
  const { r, s } = signP256(key, signed)
  const isHigh = s > P256_ORDER / 2n
  return {
    authenticatorData: `0x${authenticatorData.toString('hex')}`,
    clientDataJSON,
    ...findIndexes(clientDataJSON),
    r,
    s: isHigh === (changes.highS ?? false) ? s : P256_ORDER - s,
  }
}

function clientData(domain: string, digest: Hex, changes: AssertionChanges): Record<string, unknown> {
  const isLocal = domain === 'localhost' || domain.endsWith('.localhost')
  return {
    type: changes.type ?? 'webauthn.get',
    challenge: changes.challenge ?? Buffer.from(digest.slice(2), 'hex').toString('base64url'),
    origin: changes.origin ?? (isLocal ? `http://${domain}:4000` : `https://${domain}`),
    crossOrigin: changes.crossOrigin ?? false,
    ...(changes.topOrigin === undefined ? {} : { topOrigin: changes.topOrigin }),
  }
}

function signP256(key: KeyObject, signed: Buffer): { r: bigint; s: bigint } {
  const rs = sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }).toString('hex')
  return { r: BigInt(`0x${rs.slice(0, 64)}`), s: BigInt(`0x${rs.slice(64)}`) }
}

function hexOf(coordinate: string | undefined): string {
  return Buffer.from(coordinate ?? '', 'base64url')
    .toString('hex')
    .padStart(64, '0')
}
