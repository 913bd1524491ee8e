import type { Hex } from 'viem'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** Separates these words from the words of a call: a digest can never stand for a key. */
const DOMAIN = 'Latchkey device key'

/**
 * The verification words of a public key, 64 bits of its hash. Both devices compute them from the key that they hold, so equal
 * words mean the same key, whoever carried it from one to the other.
 */
export function keyWords({ qx, qy }: { qx: string; qy: string }): string {
  return wordsOfKey(`0x${qx}${qy}`)
}

/** The same, of both coordinates one after the other. */
export function wordsOfKey(coordinates: Hex): string {
  const key = bytesFromHex(coordinates)
  return fingerprint(hexFromBytes(keccak256(joinBytes([bytesFromText(DOMAIN), key]))))
}
