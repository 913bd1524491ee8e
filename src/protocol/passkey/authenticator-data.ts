import { sameBytes } from '#protocol/signing/hex.ts'

/** Bits of the flags byte. Source: WebAuthn L3 6.1. */
export const USER_PRESENT = 0x01
export const USER_VERIFIED = 0x04
export const BACKUP_ELIGIBLE = 0x08
export const BACKUP_STATE = 0x10

/** Bytes of rpIdHash, flags and signCount: the minimum. */
export const AUTHENTICATOR_DATA_LENGTH_MIN = 37

/** Canonical CBOR of `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. Source: WebAuthn L3 6.5.1.1; RFC 9053 2.1, 7.1.1. */
const BEFORE_X = Uint8Array.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20)
const BEFORE_Y = Uint8Array.of(0x22, 0x58, 0x20)

/** The coordinates' offsets in an ES256 COSE_Key, and its whole length, in bytes. */
export const COSE_X_START = BEFORE_X.length
export const COSE_Y_START = COSE_X_START + 32 + BEFORE_Y.length
export const COSE_ES256_LENGTH = COSE_Y_START + 32

/** Whether the bytes start with a P-256 ES256 key in the one encoding of WebAuthn (canonical, uncompressed). */
export function startsWithCoseEs256(bytes: Uint8Array): boolean {
  return (
    bytes.length >= COSE_ES256_LENGTH &&
    sameBytes(bytes.subarray(0, COSE_X_START), BEFORE_X) &&
    sameBytes(bytes.subarray(COSE_X_START + 32, COSE_Y_START), BEFORE_Y)
  )
}
