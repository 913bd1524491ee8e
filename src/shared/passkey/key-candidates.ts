import { readUint } from '#shared/signing/word.ts'
import { decodeDerSignature } from './der.ts'
import { P256_ORDER } from './low-s.ts'
import { add, affine, inverse, multiply, ordinate, P256_BASE, P256_FIELD } from './p256.ts'
import { coordinateHex } from './public-key.ts'

/** A public key as the API takes it: 64 lower-case hex digits for each coordinate, no prefix. */
export type KeyCoordinates = { qx: string; qy: string }

/**
 * Every public key that a signature (DER, s high or low) over a hash of 32 bytes verifies under: two, seldom four or
 * fewer. A signature names only r, which is the x of a point modulo the group's order; each point with such an x
 * gives one key. Throws `DerError`. Source: SEC 1 v2, 4.1.6.
 */
export function keyCandidates(hash: Uint8Array, signature: Uint8Array): KeyCoordinates[] {
  const { r, s } = decodeDerSignature(signature)
  const factor = inverse(r, P256_ORDER)
  const base = multiply(P256_BASE, -readUint(hash, 0) * factor)
  const found: KeyCoordinates[] = []
  for (const x of [r, r + P256_ORDER]) {
    const y = x < P256_FIELD ? ordinate(x) : undefined
    if (y === undefined) continue
    const [px, py, pz] = multiply([x, y, 1n], s * factor)
    for (const point of [add(base, [px, py, pz]), add(base, [px, P256_FIELD - py, pz])]) {
      const key = affine(point)
      if (key !== undefined) found.push({ qx: coordinateHex(key.x), qy: coordinateHex(key.y) })
    }
  }
  return found
}
