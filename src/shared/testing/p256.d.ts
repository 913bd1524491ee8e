import type { Hex } from 'viem'
/** What an authenticator answers to `navigator.credentials.get`. */
export type Assertion = {
  authenticatorData: Uint8Array
  clientDataJSON: Uint8Array
  signature: Uint8Array
}
/** P-256 with SHA-256 by node:crypto; `rs` is r and s of 32 bytes each. A point that is none verifies nothing. */
export declare function verifyP256(
  key: {
    x: bigint
    y: bigint
  },
  signedBytes: Uint8Array,
  rs: Uint8Array,
): boolean
/** A software passkey: signs like an authenticator, as wrongly as a test wishes. s is high or low as it falls. */
export declare function softwarePasskey(
  privateKey: Uint8Array,
  rpIdHash: Hex,
): {
  x: bigint
  y: bigint
  sign(
    digest: Hex,
    changes?: {
      flags?: number
      clientDataJSON?: string
      rpIdHash?: Hex
      authenticatorData?: Uint8Array
    },
  ): Assertion
}
/** clientDataJSON as Chromium and Safari write it. */
export declare function usualClientData(digest: Hex): string
