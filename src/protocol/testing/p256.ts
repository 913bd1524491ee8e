import { createPublicKey, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Hex } from 'viem'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { USER_PRESENT, USER_VERIFIED } from '#protocol/passkey/verify-assertion.ts'
import { bytesFromHex, joinBytes } from '#protocol/signing/hex.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** An authenticator's response to `navigator.credentials.get`. */
export type Assertion = { authenticatorData: Uint8Array; clientDataJSON: Uint8Array; signature: Uint8Array }

/**
 * Verifies P-256 with SHA-256 by node:crypto. `rs` is r and s of 32 bytes each. An invalid point verifies
 * nothing.
 */
export function verifyP256(key: { x: bigint; y: bigint }, signedBytes: Uint8Array, rs: Uint8Array): boolean {
  const start = '3059301306072a8648ce3d020106082a8648ce3d03010703420004'
  const der = Buffer.from(start + coordinateHex(key.x) + coordinateHex(key.y), 'hex')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify('sha256', signedBytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, rs)
}

/**
 * A software passkey that signs like an authenticator, with any errors that a test wants. s may be high or low.
 */
export function softwarePasskey(
  privateKey: Uint8Array,
  rpIdHash: Hex,
): {
  x: bigint
  y: bigint
  sign(
    digest: Hex,
    changes?: { flags?: number; clientDataJSON?: string; rpIdHash?: Hex; authenticatorData?: Uint8Array },
  ): Assertion
} {
  const point = p256.Point.fromBytes(p256.getPublicKey(privateKey, false))
  return {
    x: point.x,
    y: point.y,
    sign(
      digest: Hex,
      changes: {
        flags?: number
        clientDataJSON?: string
        rpIdHash?: Hex
        authenticatorData?: Uint8Array
      } = {},
    ): Assertion {
      const flags = changes.flags ?? USER_PRESENT | USER_VERIFIED
      const authenticatorData =
        changes.authenticatorData ??
        joinBytes([bytesFromHex(changes.rpIdHash ?? rpIdHash), Uint8Array.of(flags, 0, 0, 0, 1)])
      const clientDataJSON = bytesFromText(changes.clientDataJSON ?? usualClientData(digest))
      const signature = p256.sign(joinBytes([authenticatorData, sha256(clientDataJSON)]), privateKey, {
        lowS: false,
        format: 'der',
      })
      return { authenticatorData, clientDataJSON, signature }
    },
  }
}

/** clientDataJSON as Chromium and Safari write it. */
export function usualClientData(digest: Hex): string {
  const challenge = base64Url(bytesFromHex(digest))
  return `{"type":"webauthn.get","challenge":"${challenge}","origin":"https://example.org","crossOrigin":false}`
}
