import type { Address, Hex } from 'viem'
import { walletDigest } from './execute-digest.ts'
import { bytesFromHex, joinBytes } from './hex.ts'
import { keccak256 } from './keccak.ts'
import { bytesFromText } from './utf8.ts'

const MESSAGE_TYPE = 'PasskeyWalletMessage(bytes32 hash)'

/**
 * The digest that a passkey signs so that the wallet's `isValidSignature(hash, signature)` is true: the contract's
 * `messageDigest`. Throws `RangeError` for a hash that is not 32 bytes. Source: profile 3.
 */
export function messageDigest(chainId: number, walletAddress: Address, hash: Hex): Hex {
  const bytes = bytesFromHex(hash)
  if (bytes.length !== 32) throw new RangeError('must be a hash of 32 bytes')
  const struct = joinBytes([keccak256(bytesFromText(MESSAGE_TYPE)), bytes])
  return walletDigest(chainId, walletAddress, keccak256(struct))
}
