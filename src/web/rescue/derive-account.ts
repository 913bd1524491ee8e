import type { Hex } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'

/** The address of an account, in lower case. `publicKey`: 65 bytes, uncompressed. */
export function deriveAccount(publicKey: Uint8Array): Hex {
  return hexFromBytes(keccak256(publicKey.subarray(1)).subarray(12))
}
