import type { Hex } from 'viem'
import { hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** The hash of a text or of bytes as signed by `personal_sign`. Source: EIP-191, version 0x45. */
export function hashMessage(bytes: Uint8Array): Hex {
  const start = bytesFromText(`\u0019Ethereum Signed Message:\n${bytes.length}`)
  return hexFromBytes(keccak256(joinBytes([start, bytes])))
}
