import { secp256k1 } from '@noble/curves/secp256k1.js'
import { serializeTransaction, toHex, type Hex } from 'viem'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'

/** An EIP-1559 transaction with zero value. */
export type Transaction = {
  chainId: number
  nonce: bigint
  maxPriorityFeePerGas: bigint
  maxFeePerGas: bigint
  gas: bigint
  to: Hex
  data: Hex
}

/** The account of a private key. */
export function accountOf(key: Uint8Array): Hex {
  return hexFromBytes(keccak256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))
}

/**
 * The signed transaction, as a node accepts it. Uses the curve of the passkey's code: the library's own
 * account includes a second one, a quarter of this page.
 */
export function signTransaction(transaction: Transaction, key: Uint8Array): Hex {
  const { nonce, ...rest } = transaction
  const fields = { ...rest, type: 'eip1559', nonce: Number(nonce) } as const
  const digest = keccak256(bytesFromHex(serializeTransaction(fields)))
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const { r, s, recovery = 0 } = secp256k1.Signature.fromBytes(signed, 'recovered')
  return serializeTransaction(fields, { r: toHex(r), s: toHex(s), yParity: recovery })
}
