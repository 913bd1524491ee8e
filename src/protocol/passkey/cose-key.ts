import { hexFromBytes } from '#protocol/signing/hex.ts'

/**
 * A P-256 ES256 key in hex, in the canonical order of its labels: kty, kid, alg, key_ops and Base IV, crv, x, y.
 * Optional labels are skipped, whatever their length. Source: RFC 9053 2.1 and 7.1.1, WebAuthn L3 6.5.1.1.
 */
const ES256_KEY =
  /^0xa[5-8]0102(?:02(?:..){1,128}?)?0326(?:0[45](?:..){1,128}?)?2001215820(.{64})225820(.{64})/

/** Maximum number of bytes read. The longest accepted key is shorter. */
const KEY_LENGTH_MAX = 512

/**
 * Reads the coordinates of an ES256 key from the COSE_Key at the start of the bytes, 64 hex digits each. WebAuthn allows
 * no optional members, but some security keys add them, such as `key_ops` (dfinity/internet-identity 3831). Undefined
 * for any other key. Does not check whether the point is on the curve.
 */
export function readCoseEs256(bytes: Uint8Array): { x: string; y: string } | undefined {
  const [, x, y] = ES256_KEY.exec(hexFromBytes(bytes.subarray(0, KEY_LENGTH_MAX))) ?? []
  return x === undefined || y === undefined ? undefined : { x, y }
}
