import type { Address, Hex } from 'viem'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { walletDigest } from './execute-digest.ts'
import { bytesFromHex, joinBytes } from './hex.ts'
import { keccak256 } from './keccak.ts'
import { bytesFromText } from './utf8.ts'
import { addressWord } from './word.ts'

const MESSAGE_TYPE = 'PasskeyWalletMessage(bytes32 hash)'
/** The primary type of a message while the wallet has a co-signer, verbatim. Source: profile 14. */
export const APPROVED_MESSAGE_TYPE = 'PasskeyWalletApprovedMessage(bytes32 hash,address coSigner)'

/**
 * The digest that a passkey and the co-signer, if there is one, sign so that the wallet's `isValidSignature(hash,
 * signature)` returns true. It is the contract's `messageDigest`.
 *
 * @param coSigner The wallet's co-signer. Undefined or the zero address if it has none.
 * @throws RangeError if the hash is not 32 bytes or the co-signer is not an address. Source: profile 3 and 14.
 */
export function messageDigest(
  chainId: number,
  walletAddress: Address,
  hash: Hex,
  coSigner: Address = ZERO_ADDRESS,
): Hex {
  const hashWord = bytesFromHex(hash)
  if (hashWord.length !== 32) throw new RangeError('must be a hash of 32 bytes')
  const coSignerWord = addressWord(coSigner)
  const struct = sameAddress(coSigner, ZERO_ADDRESS)
    ? [typeHash(MESSAGE_TYPE), hashWord]
    : [typeHash(APPROVED_MESSAGE_TYPE), hashWord, coSignerWord]
  return walletDigest(chainId, walletAddress, keccak256(joinBytes(struct)))
}

/**
 * The digest that the passkey of an approval wallet signs to co-sign `digest`, the digest of another wallet's call or
 * message. An approval wallet expects its own message digest, with `digest` as the hash. Source: profile 14.
 */
export function coSignatureDigest(chainId: number, approvalWallet: Address, digest: Hex): Hex {
  return messageDigest(chainId, approvalWallet, digest)
}

function typeHash(type: string): Uint8Array {
  return keccak256(bytesFromText(type))
}
