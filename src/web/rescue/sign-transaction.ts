import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex } from 'viem'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'

/** A transaction by EIP-1559 without a value of its own. */
export type Transaction = {
  chainId: number
  nonce: bigint
  maxPriorityFeePerGas: bigint
  maxFeePerGas: bigint
  gas: bigint
  to: Hex
  data: Hex
}

const TYPE = Uint8Array.of(2)

/** The account of a private key. */
export function accountOf(key: Uint8Array): Hex {
  return hexFromBytes(keccak256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))
}

/**
 * The transaction signed, as a node takes it. With the curve that the passkey's code brings along: a library for all
 * kinds of transactions brings a second one, a quarter of this page.
 */
export function signTransaction(transaction: Transaction, key: Uint8Array): Hex {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, data } = transaction
  const fields = [
    ...[BigInt(chainId), nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(rlpNumber),
    rlp(bytesFromHex(to)),
    rlpNumber(0n),
    rlp(bytesFromHex(data)),
    rlpList([]),
  ]
  const digest = keccak256(joinBytes([TYPE, rlpList(fields)]))
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const { r, s, recovery = 0 } = secp256k1.Signature.fromBytes(signed, 'recovered')
  const signature = [BigInt(recovery), r, s].map(rlpNumber)
  return hexFromBytes(joinBytes([TYPE, rlpList([...fields, ...signature])]))
}

/** Source: the Yellow Paper, appendix B. */
function rlp(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 1 && (bytes[0] ?? 0) < 0x80) return bytes
  return joinBytes([head(0x80, bytes.length), bytes])
}

function rlpList(items: readonly Uint8Array[]): Uint8Array {
  const bytes = joinBytes(items)
  return joinBytes([head(0xc0, bytes.length), bytes])
}

function rlpNumber(value: bigint): Uint8Array {
  return rlp(bytesOf(value))
}

/** The shortest bytes of a number, highest first; none for zero. */
function bytesOf(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return bytesFromHex(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`)
}

function head(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length)
  const lengthBytes = bytesOf(BigInt(length))
  return joinBytes([Uint8Array.of(base + 55 + lengthBytes.length), lengthBytes])
}
