import { sha256 } from '@noble/hashes/sha2.js'
import { bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { uintWord } from '#protocol/signing/word.ts'
import { verifyP256 } from '#web/ui/verify-p256.ts'

/** A passkey's public key, 64 hex digits for each coordinate. */
export type PasskeyKey = { qx: string; qy: string }

/** COSE number of ES256, the only algorithm that a wallet can verify. */
const ES256 = -7
/** Length in bytes of a P-256 SubjectPublicKeyInfo with an uncompressed point (RFC 5480, section 2). */
const SPKI_BYTES = 91
const COORDINATE_BYTES = 32

type Made = { publicKey?: string | undefined; publicKeyAlgorithm?: number | undefined }

/**
 * The public key of a new passkey, as the browser reports it. Undefined if the browser reports none or a
 * wallet cannot verify it.
 */
export function readMadeKey({ publicKey, publicKeyAlgorithm }: Made): PasskeyKey | undefined {
  if (publicKey === undefined || publicKeyAlgorithm !== ES256) return undefined
  const bytes = bytesFromBase64Url(publicKey)
  if (bytes.length !== SPKI_BYTES) return undefined
  const [x, y] = [bytes.subarray(-2 * COORDINATE_BYTES, -COORDINATE_BYTES), bytes.subarray(-COORDINATE_BYTES)]
  return { qx: hexFromBytes(x).slice(2), qy: hexFromBytes(y).slice(2) }
}

type Assertion = { response: { authenticatorData: string; clientDataJSON: string; signature: string } }

/** Whether a given key made an assertion from the browser. */
export async function isSignedWith({ qx, qy }: PasskeyKey, { response }: Assertion): Promise<boolean> {
  const { r, s } = decodeDerSignature(bytesFromBase64Url(response.signature))
  const signed = joinBytes([
    bytesFromBase64Url(response.authenticatorData),
    sha256(bytesFromBase64Url(response.clientDataJSON)),
  ])
  const point = { x: bytesFromHex(`0x${qx}`), y: bytesFromHex(`0x${qy}`) }
  return verifyP256(point, signed, joinBytes([uintWord(r), uintWord(s)]))
}
