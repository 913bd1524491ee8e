import fc from 'fast-check'
import {
  bytesToHex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hex,
  type TransactionSerialized,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { RELAY_DEFAULTS } from './relay-parts.ts'
import { signAttempt, type UnsignedAttempt } from './sign-attempt.ts'

const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const privateKeys = bytes(32)
  .filter((key) => BigInt(bytesToHex(key)) > 0n && BigInt(bytesToHex(key)) < SECP256K1_N)
  .map((key) => bytesToHex(key))
/** Zero, one, values around 0x80 and large numbers, which have different encodings in RLP. */
const numbers = (max: bigint) =>
  fc.oneof(fc.constantFrom(0n, 1n, 127n, 128n, 255n, 256n), fc.bigInt({ min: 0n, max }))
const fees = numbers(2n ** 60n)
const chainIds = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 31 }))
const transactions: fc.Arbitrary<UnsignedAttempt> = fc.record({
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

/** The inputs of a signature in addition to the transaction. */
const onChain = (id: number) => ({ chain: { id }, settings: { ...RELAY_DEFAULTS, signMs: 50 } })

test('behavior: the signed bytes are from the key, contain exactly the call with its nonce and fees, and match the hash', async () => {
  await fc.assert(
    fc.asyncProperty(privateKeys, chainIds, transactions, async (key, chainId, transaction) => {
      const signer = privateKeyToAccount(key)
      const { raw, hash } = await signAttempt(onChain(chainId), signer, transaction)
      expect(hash).toBe(keccak256(raw))
      expect(await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })).toBe(
        signer.address,
      )
      const { fees, gasLimit, ...call } = transaction
      const { maxFeePerGas, maxPriorityFeePerGas } = fees
      const read = parseTransaction(raw)
      // viem omits fields that are zero or empty.
      expect({
        to: read.to,
        nonce: read.nonce ?? 0,
        value: read.value ?? 0n,
        data: read.data ?? '0x',
      }).toEqual(call)
      expect({ chainId: read.chainId, gas: read.gas ?? 0n }).toEqual({ chainId, gas: gasLimit })
      expect([read.gasPrice ?? read.maxFeePerGas ?? 0n, read.maxPriorityFeePerGas ?? 0n]).toEqual([
        maxFeePerGas,
        fees.legacy ? 0n : maxPriorityFeePerGas,
      ])
    }),
    { numRuns: 200 },
  )
})

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const to: Address = `0x${'ab'.repeat(20)}`
const lowFees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, legacy: false }
const plain: UnsignedAttempt = { nonce: 0, to, value: 0n, data: '0x', gasLimit: 21_000n, fees: lowFees }

test('behavior: signs an address in lower case, whatever its capitals', async () => {
  const lower = await signAttempt(onChain(1), signer, plain)
  const upper = { ...plain, to: `0x${'AB'.repeat(20)}` as const }
  expect(await signAttempt(onChain(1), signer, upper)).toEqual(lower)
})

test('error: rejects an address or data that is not hex', async () => {
  await expect(signAttempt(onChain(1), signer, { ...plain, to: '0xzz' })).rejects.toThrow(/hex/)
  await expect(signAttempt(onChain(1), signer, { ...plain, data: '0x0' })).rejects.toThrow(/hex/)
})

test('error: a key that rejects or times out is UNAVAILABLE, and the reason is only in the log', async () => {
  const refusing = { ...signer, signTransaction: () => Promise.reject(new Error('no such key: vault-7')) }
  const silent = { ...signer, signTransaction: () => new Promise<Hex>(() => {}) }
  const cannotSign = 'The service cannot sign transactions at the moment. Try again later.'
  const refused = { code: 'UNAVAILABLE', status: 503, publicMessage: cannotSign }
  await expect(signAttempt(onChain(1), refusing, plain)).rejects.toMatchObject({ ...refused, isLate: false })
  await expect(signAttempt(onChain(1), silent, plain)).rejects.toMatchObject({ ...refused, isLate: true })
})
