import { base64Url } from '#protocol/passkey/base64-url.ts'

type P256Point = { x: Uint8Array; y: Uint8Array }

/** Verifies r and s, 64 bytes, over SHA-256 of the message. Uses the browser's own P-256. */
export async function verifyP256({ x, y }: P256Point, message: Uint8Array, rs: Uint8Array): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const jwk = { kty: 'EC', crv: 'P-256', x: base64Url(x), y: base64Url(y) }
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, owned(rs), owned(message))
}

/** A copy of the bytes in unshared memory, as WebCrypto requires. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
