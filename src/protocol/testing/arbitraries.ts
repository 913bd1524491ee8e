import fc from 'fast-check'
import type { Address, Hex } from 'viem'

/** Random bytes of a length from `min` to `max`. */
export function bytesBetween(min: number, max: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: min, maxLength: max })
}

/** Random bytes as lower-case 0x-hex. */
export function hexBytes(min: number, max: number): fc.Arbitrary<Hex> {
  return bytesBetween(min, max).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
}

/** A random address in lower case, including the zero address. */
export const randomAddress: fc.Arbitrary<Address> = fc.oneof(
  { weight: 9, arbitrary: hexBytes(20, 20) },
  { weight: 1, arbitrary: fc.constant<Address>('0x0000000000000000000000000000000000000000') },
)

/** Numbers of n bits, including the edges: 0, 1, the powers of two and their neighbors. */
export function uintOfBits(bits: number): fc.Arbitrary<bigint> {
  const edges = fc
    .tuple(fc.integer({ min: 0, max: bits }), fc.constantFrom(-1n, 0n))
    .map(([power, step]) => 2n ** BigInt(power) + step)
    .filter((value) => value >= 0n && value < 2n ** BigInt(bits))
  return fc.oneof(fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }), edges)
}

export const uint256 = uintOfBits(256)

/** The bytes with one bit of one byte flipped. */
export function flipped(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 7 })).map(([index, bit]) => {
    const copy = Uint8Array.from(bytes)
    copy[index] = (copy[index] ?? 0) ^ (1 << bit)
    return copy
  })
}

const bits = Array.from({ length: 32 }, (_, index) => 8 * (index + 1))
const widths = Array.from({ length: 32 }, (_, index) => index + 1)
/** Every elementary Solidity type that the profile accepts. */
export const ABI_TYPES = [
  'address',
  'bool',
  'string',
  'bytes',
  ...widths.map((width) => `bytes${width}`),
  ...bits.map((width) => `uint${width}`),
  ...bits.map((width) => `int${width}`),
]

const abiArgument = fc
  .oneof(fc.constantFrom(...ABI_TYPES), fc.constantFrom('address', 'bool', 'string', 'bytes'))
  .chain((type) => paramOf(type).map((param) => ({ type, ...param })))
/** Up to 16 arguments, each with its type, its param in the API, and its value for viem. */
export const abiArguments = fc.array(abiArgument, { maxLength: 16 })

function paramOf(type: string): fc.Arbitrary<{ param: string; value: unknown }> {
  if (type === 'address') return randomAddress.map((param) => ({ param, value: param }))
  if (type === 'bool') return fc.boolean().map((value) => ({ param: String(value), value }))
  if (type === 'string') {
    return fc.string({ unit: 'binary', maxLength: 80 }).map((param) => ({ param, value: param }))
  }
  if (type.startsWith('bytes')) {
    const width = type === 'bytes' ? undefined : Number(type.slice(5))
    return hexBytes(width ?? 0, width ?? 100).map((param) => ({ param, value: param }))
  }
  const width = Number(type.replace(/\D/g, ''))
  return uintOfBits(width).map((raw) => {
    const number = type.startsWith('uint') ? raw : BigInt.asIntN(width, raw)
    return { param: number.toString(), value: width <= 48 ? Number(number) : number }
  })
}
