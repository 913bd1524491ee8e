import type { Verifiers } from '#protocol/receipt/check-receipt.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'

/** The browser's signature algorithms. Browsers since spring 2025 have Ed25519. */
export const VERIFIERS: Verifiers = {
  async p256({ x, y }, message, rs) {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const jwk = { kty: 'EC', crv: 'P-256', x: base64Url(x), y: base64Url(y) }
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, owned(rs), owned(message))
  },
  async ed25519(publicKey, message, signature) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: base64Url(publicKey) }
    const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', key, owned(signature), owned(message))
  },
}

/** WebCrypto accepts no shared memory. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
