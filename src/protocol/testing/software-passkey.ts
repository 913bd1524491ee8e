import type { Hex } from 'viem'
import { findIndexes } from '#protocol/passkey/client-data.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { lowS, P256_ORDER } from '#protocol/passkey/low-s.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { encodeSignature, type WebAuthnSignature } from '#protocol/signing/signature.ts'
import { createAuthenticator, type Ceremony, type KnownPasskey } from './authenticator.ts'

/** Deliberate errors of a test. Everything else is as in a browser. */
export type AssertionChanges = Partial<Ceremony> & { highS?: boolean }

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>

/** A passkey in memory that signs digests like an authenticator with a browser on `https://<domain>`. */
export function createSoftwarePasskey(domain: string, made?: KnownPasskey) {
  const authenticator = createAuthenticator(made)
  const { credentialId, privateKey, qx: qxHex, qy: qyHex } = authenticator
  const isLocal = domain === 'localhost' || domain.endsWith('.localhost')
  const origin = isLocal ? `http://${domain}:4000` : `https://${domain}`

  function assert(digest: Hex, { highS = false, ...changes }: AssertionChanges = {}): WebAuthnSignature {
    const challenge = bytes(digest.slice(2), 'hex').toString('base64url')
    const { response } = authenticator.assert({ challenge, rpId: domain }, { origin, ...changes })
    const clientDataJSON = bytes(response.clientDataJSON).toString()
    const { r, s } = decodeDerSignature(bytes(response.signature))
    return {
      authenticatorData: `0x${bytes(response.authenticatorData).toString('hex')}`,
      clientDataJSON,
      ...findIndexes(clientDataJSON),
      r,
      s: highS ? P256_ORDER - lowS(s) : lowS(s),
    }
  }
  return {
    domain,
    rpIdHash: rpIdHash(domain),
    qx: BigInt(`0x${qxHex}`),
    qy: BigInt(`0x${qyHex}`),
    /** Coordinates of 64 hex digits each, as in a create request. */
    qxHex,
    qyHex,
    /** The passkey in the format that another process can load. */
    known: { credentialId, privateKey } satisfies KnownPasskey,
    assert,
    /** The `signature` of an execute request over this digest. */
    sign: (digest: Hex, changes?: AssertionChanges) => encodeSignature(assert(digest, changes)),
  }
}

function bytes(text: string, encoding: 'hex' | 'base64url' = 'base64url'): Buffer {
  return Buffer.from(text, encoding)
}
