import { bytesFromHex, joinBytes } from '#shared/signing/hex.ts'
import { rlpBytes, rlpList, rlpNumber } from './rlp.ts'
import type { UnsignedAttempt } from './sign-attempt.ts'

export type TransactionSignature = { r: bigint; s: bigint; yParity: number }

/** What is hashed for the signature, and the whole with the signature in it: its fields are encoded once. */
type SerializedTransaction = {
  toSign: Uint8Array
  signed: (signature: TransactionSignature) => Uint8Array
}

const TYPE_EIP1559 = Uint8Array.of(0x02)

/** A transaction's bytes, equal to viem's `serializeTransaction`. Source: EIP-1559, EIP-155. */
export function serializeTransaction(transaction: UnsignedAttempt): SerializedTransaction {
  return transaction.fees.legacy ? serializeLegacy(transaction) : serializeEip1559(transaction)
}

function serializeEip1559(transaction: UnsignedAttempt): SerializedTransaction {
  const { chainId, nonce, gasLimit, fees } = transaction
  const fields = [
    rlpNumber(BigInt(chainId)),
    rlpNumber(BigInt(nonce)),
    rlpNumber(fees.maxPriorityFeePerGas),
    rlpNumber(fees.maxFeePerGas),
    rlpNumber(gasLimit),
    ...callFields(transaction),
    // No access list.
    rlpList([]),
  ]
  const enveloped = (items: Uint8Array[]) => joinBytes([TYPE_EIP1559, rlpList(items)])
  return {
    toSign: enveloped(fields),
    signed: ({ r, s, yParity }) =>
      enveloped([...fields, rlpNumber(BigInt(yParity)), rlpNumber(r), rlpNumber(s)]),
  }
}

function serializeLegacy(transaction: UnsignedAttempt): SerializedTransaction {
  const chainId = BigInt(transaction.chainId)
  const fields = [
    rlpNumber(BigInt(transaction.nonce)),
    rlpNumber(transaction.fees.maxFeePerGas),
    rlpNumber(transaction.gasLimit),
    ...callFields(transaction),
  ]
  return {
    toSign: rlpList([...fields, rlpNumber(chainId), rlpNumber(0n), rlpNumber(0n)]),
    signed: ({ r, s, yParity }) =>
      rlpList([...fields, rlpNumber(chainId * 2n + 35n + BigInt(yParity)), rlpNumber(r), rlpNumber(s)]),
  }
}

function callFields({ to, value, data }: UnsignedAttempt): Uint8Array[] {
  return [rlpBytes(bytesFromHex(to)), rlpNumber(value), rlpBytes(bytesFromHex(data))]
}
