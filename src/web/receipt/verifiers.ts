import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import type { Verifiers } from '#protocol/receipt/verifiers.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { owned, verifyP256 } from '#web/ui/verify-p256.ts'

/**
 * The signature algorithms of this page. Uses the browser's own where available. Browsers have supported
 * Ed25519 since spring 2025. No browser supports secp256k1.
 */
export const VERIFIERS: Verifiers = {
  p256: verifyP256,
  async ed25519(publicKey, message, signature) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: base64Url(publicKey) }
    const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', key, owned(signature), owned(message))
  },
  async account({ account, digest, rs, recovery }) {
    const signature = secp256k1.Signature.fromBytes(rs, 'compact').addRecoveryBit(recovery)
    // The contract rejects a high s.
    if (signature.hasHighS()) return false
    const publicKey = signature.recoverPublicKey(digest).toBytes(false)
    return hexFromBytes(keccak256(publicKey.subarray(1)).subarray(12)) === account.toLowerCase()
  },
}
