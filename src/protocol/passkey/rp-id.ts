import { sha256 } from '@noble/hashes/sha2.js'
import type { Hex } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/**
 * 0x and the lower-case SHA-256 of the relying-party domain's UTF-8 bytes, unchanged. Source: spec "Wallet
 * creation request".
 */
export function rpIdHash(domain: string): Hex {
  return hexFromBytes(sha256(bytesFromText(domain)))
}
