import type { Hex } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'

/** Address of an account, in lower case. `publicKey` has 65 bytes, uncompressed. */
export function deriveAccount(publicKey: Uint8Array): Hex {
  return hexFromBytes(keccak256(publicKey.subarray(1)).subarray(12))
}
