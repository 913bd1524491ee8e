import { sha256 } from '@noble/hashes/sha2.js'
import type { Hex } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/**
 * Returns the SHA-256 of the relying-party domain as 0x-hex in lower case. The domain is hashed as given, in
 * UTF-8. Source: spec "Wallet creation request".
 */
export function rpIdHash(domain: string): Hex {
  return hexFromBytes(sha256(bytesFromText(domain)))
}
