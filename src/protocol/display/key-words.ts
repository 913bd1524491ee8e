import type { Hex } from 'viem'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** Separates these words from the words of a call, so that a digest never matches a key. */
const DOMAIN = 'Latchkey device key'

/**
 * The verification words of a public key, 64 bits of its hash. Both devices compute them from the key that they hold.
 * Equal words mean the same key, regardless of how it was transferred.
 */
export function keyWords({ qx, qy }: { qx: string; qy: string }): string {
  return wordsOfKey(`0x${qx}${qy}`)
}

/** The verification words of a key whose two coordinates are concatenated. */
export function wordsOfKey(coordinates: Hex): string {
  const key = bytesFromHex(coordinates)
  return fingerprint(hexFromBytes(keccak256(joinBytes([bytesFromText(DOMAIN), key]))))
}
