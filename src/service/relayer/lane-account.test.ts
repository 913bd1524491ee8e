import fc from 'fast-check'
import { bytesToHex, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { laneAccount } from './lane-account.ts'

const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const privateKeys = bytes(32)
  .filter((key) => BigInt(bytesToHex(key)) > 0n && BigInt(bytesToHex(key)) < SECP256K1_N)
  .map((key) => bytesToHex(key))
const calls = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.nat(),
  to: bytes(20).map((address) => bytesToHex(address)),
  value: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  data: fc.uint8Array({ maxLength: 200 }).map((data) => bytesToHex(data)),
  gas: fc.bigInt({ min: 21_000n, max: 30_000_000n }),
})
const fees = fc.bigInt({ min: 1n, max: 2n ** 60n })
const transactions: fc.Arbitrary<TransactionSerializable> = fc.oneof(
  fc.tuple(calls, fees).map(([call, gasPrice]) => ({ ...call, type: 'legacy' as const, gasPrice })),
  fc.tuple(calls, fees, fees).map(([call, fee, tip]) => ({
    ...call,
    type: 'eip1559' as const,
    maxFeePerGas: fee + tip,
    maxPriorityFeePerGas: tip,
  })),
)

test('behavior: signs every transaction to the same bytes as the reference', async () => {
  await fc.assert(
    fc.asyncProperty(privateKeys, transactions, async (key, transaction) => {
      const account = laneAccount(key)
      const reference = privateKeyToAccount(key)
      expect(account.address).toBe(reference.address)
      expect(account.signTransaction(transaction)).toBe(await reference.signTransaction(transaction))
    }),
    { numRuns: 200 },
  )
})
