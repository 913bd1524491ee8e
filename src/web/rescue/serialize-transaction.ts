import type { Address, Hex } from 'viem'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'

/** An EIP-1559 transaction with zero value. Fees are in wei per unit of gas. */
export type Transaction = {
  chainId: number
  to: Address
  data: Hex
  nonce: bigint
  gas: bigint
  maxPriorityFeePerGas: bigint
  maxFeePerGas: bigint
}

type Signature = { r: bigint; s: bigint; yParity: number }

/** Bytes or a list, as RLP encodes them. */
type Item = Uint8Array | readonly Item[]

const EIP_1559 = Uint8Array.of(2)
const NOTHING = new Uint8Array()
const BYTES_START = 0x80
const LIST_START = 0xc0
/** Maximum content length without a separate length field, in bytes. */
const SHORT_LENGTH_MAX = 55

/**
 * The bytes of a transaction to sign, or the bytes that a node accepts if `signature` is given (EIP-1559 and
 * EIP-2718).
 */
export function serializeTransaction(transaction: Transaction, signature?: Signature): Hex {
  const { chainId, to, data, nonce, gas, maxPriorityFeePerGas, maxFeePerGas } = transaction
  const numbers = [BigInt(chainId), nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(shortest)
  const fields: Item[] = [...numbers, bytesFromHex(to), NOTHING, bytesFromHex(data), []]
  const signed =
    signature === undefined ? [] : [BigInt(signature.yParity), signature.r, signature.s].map(shortest)
  return hexFromBytes(joinBytes([EIP_1559, encodeRlp([...fields, ...signed])]))
}

function encodeRlp(item: Item): Uint8Array {
  if (!(item instanceof Uint8Array)) return withLength(LIST_START, joinBytes(item.map(encodeRlp)))
  const [first = BYTES_START] = item
  return item.length === 1 && first < BYTES_START ? item : withLength(BYTES_START, item)
}

function withLength(start: number, content: Uint8Array): Uint8Array {
  const { length } = content
  if (length <= SHORT_LENGTH_MAX) return joinBytes([Uint8Array.of(start + length), content])
  const lengthBytes = shortest(BigInt(length))
  return joinBytes([Uint8Array.of(start + SHORT_LENGTH_MAX + lengthBytes.length), lengthBytes, content])
}

/** A number without leading zeros. Zero encodes as no bytes. */
function shortest(number: bigint): Uint8Array {
  if (number === 0n) return NOTHING
  const digits = number.toString(16)
  return bytesFromHex(`0x${'0'.repeat(digits.length % 2)}${digits}`)
}
