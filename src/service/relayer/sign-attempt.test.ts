import fc from 'fast-check'
import { bytesToHex, keccak256, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { laneAccount } from './lane-account.ts'
import { signAttempt, type UnsignedAttempt } from './sign-attempt.ts'

const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const privateKeys = bytes(32)
  .filter((key) => BigInt(bytesToHex(key)) > 0n && BigInt(bytesToHex(key)) < SECP256K1_N)
  .map((key) => bytesToHex(key))
/** Zero, one byte below and above 0x80, and the large ones: each has another form in RLP. */
const numbers = (max: bigint) =>
  fc.oneof(fc.constantFrom(0n, 1n, 127n, 128n, 255n, 256n), fc.bigInt({ min: 0n, max }))
const fees = numbers(2n ** 60n)
const transactions: fc.Arbitrary<UnsignedAttempt> = fc.record({
  chainId: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 31 })),
  nonce: fc.oneof(fc.constantFrom(0, 1, 127, 128, 65_536), fc.nat()),
  to: bytes(20).map((address) => bytesToHex(address)),
  value: numbers(2n ** 256n - 1n),
  data: fc
    .oneof(
      fc.uint8Array({ maxLength: 2 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ minLength: 50, maxLength: 60 }),
      fc.uint8Array({ minLength: 1_000, maxLength: 70_000, size: 'max' }),
    )
    .map((data) => bytesToHex(data)),
  gasLimit: numbers(30_000_000n),
  fees: fc.oneof(
    fees.map((price) => ({ maxFeePerGas: price, maxPriorityFeePerGas: price, legacy: true })),
    fc
      .tuple(fees, fees)
      .map(([fee, tip]) => ({ maxFeePerGas: fee + tip, maxPriorityFeePerGas: tip, legacy: false })),
  ),
})

function asViem({ fees, gasLimit, ...call }: UnsignedAttempt): TransactionSerializable {
  return fees.legacy
    ? { ...call, gas: gasLimit, type: 'legacy', gasPrice: fees.maxFeePerGas }
    : {
        ...call,
        gas: gasLimit,
        type: 'eip1559',
        maxFeePerGas: fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      }
}

test('behavior: signs every transaction to the same bytes as the reference, and names it by the same hash', async () => {
  await fc.assert(
    fc.asyncProperty(privateKeys, transactions, async (key, transaction) => {
      const account = laneAccount(key)
      const reference = privateKeyToAccount(key)
      const raw = await reference.signTransaction(asViem(transaction))
      expect(account.address).toBe(reference.address)
      expect(signAttempt(account, transaction)).toEqual({ raw, hash: keccak256(raw) })
    }),
    { numRuns: 300 },
  )
})

test('behavior: the capitals of an address are not signed', () => {
  const account = laneAccount(`0x${'11'.repeat(32)}`)
  const common = { chainId: 1, nonce: 0, value: 0n, data: '0x', gasLimit: 21_000n } as const
  const lowFees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, legacy: false }
  const lower = signAttempt(account, { ...common, fees: lowFees, to: `0x${'ab'.repeat(20)}` })
  expect(signAttempt(account, { ...common, fees: lowFees, to: `0x${'AB'.repeat(20)}` })).toEqual(lower)
})

test('error: an address or data that are no hex are not signed', () => {
  const account = laneAccount(`0x${'11'.repeat(32)}`)
  const call = { chainId: 1, nonce: 0, value: 0n, gasLimit: 21_000n } as const
  const lowFees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, legacy: false }
  const to = `0x${'ab'.repeat(20)}` as const
  expect(() => signAttempt(account, { ...call, fees: lowFees, to: '0xzz', data: '0x' })).toThrow(/hex/)
  expect(() => signAttempt(account, { ...call, fees: lowFees, to, data: '0x0' })).toThrow(/hex/)
})
