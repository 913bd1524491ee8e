import fc from 'fast-check'
import { hashTypedData, keccak256, stringToHex, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hexBytes, randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import { typedDataVectors } from '#protocol/testing/vectors.ts'
import { EXECUTE_MEMBERS, viemDigest } from '#protocol/testing/viem-digest.ts'
import { EXECUTE_TYPE, parseExecuteCall, executeDigest, type ExecuteCall } from './execute-digest.ts'

const call: fc.Arbitrary<ExecuteCall> = fc.record({
  walletAddress: randomAddress,
  toAddress: randomAddress,
  value: uint256,
  data: hexBytes(0, 700),
  expiration: uint256,
  fee: uint256,
  feeCoinAddress: randomAddress,
  feeWithdrawAddress: randomAddress,
})
const chainIds = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

const sample: ExecuteCall = {
  walletAddress: '0x1111111111111111111111111111111111111111',
  toAddress: '0x2222222222222222222222222222222222222222',
  value: 0n,
  data: '0xa9059cbb',
  expiration: 1_800_000_000n,
  fee: 0n,
  feeCoinAddress: '0x0000000000000000000000000000000000000000',
  feeWithdrawAddress: '0x0000000000000000000000000000000000000000',
}

describe('executeDigest', () => {
  test('behavior: equals viem’s hashTypedData for random calls, including edge values', () => {
    fc.assert(
      fc.property(chainIds, call, (chainId, random) => {
        expect(executeDigest(chainId, random)).toBe(viemDigest(chainId, random))
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: hashes the type of the profile', () => {
    expect(EXECUTE_TYPE).toBe(
      `Execute(${EXECUTE_MEMBERS.map(({ name, type }) => `${type} ${name}`).join(',')})`,
    )
    expect(keccak256(stringToHex(EXECUTE_TYPE))).toBe(
      '0x01c7288a10184c44c0c0f8a9698d6fcfc5a508187ac31422cfded856f9f2021b',
    )
    expect(executeDigest(84_001, sample)).toBe(
      '0x6d21ce80841d81f3c6fc3ef9147d97f29133c1f97a8ea951435f2128f514cd4d',
    )
  })

  test('behavior: every field, the chain and the wallet change the digest', () => {
    const digest = executeDigest(1, sample)
    const other: Address = '0x3333333333333333333333333333333333333333'
    const changed = [
      executeDigest(2, sample),
      ...(
        [
          { walletAddress: other },
          { toAddress: other },
          { value: 1n },
          { data: '0xa9059cba' },
          { data: '0xa9059cbb00' },
          { expiration: 1_800_000_001n },
          { fee: 1n },
          { feeCoinAddress: other },
          { feeWithdrawAddress: other },
        ] satisfies Partial<ExecuteCall>[]
      ).map((change) => executeDigest(1, { ...sample, ...change })),
    ]
    expect(new Set([digest, ...changed]).size).toBe(changed.length + 1)
  })

  test('param: the case of hex does not matter, even with a wrong checksum', () => {
    const mixed: Address = '0xABcdefabCDefabcdEFabcdefABCDEFabcdefabcd'
    const lower: Address = '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd'
    expect(executeDigest(1, { ...sample, toAddress: mixed, data: '0xAB' })).toBe(
      executeDigest(1, { ...sample, toAddress: lower, data: '0xab' }),
    )
  })

  test.each([
    ['a value of 2^256', 1, { value: 2n ** 256n }],
    ['a negative fee', 1, { fee: -1n }],
    ['a short address', 1, { toAddress: '0x1234' }],
    ['an address that is no hex', 1, { toAddress: '0x11111111111111111111111111111111111111zz' }],
    ['chain 0', 0, {}],
    ['a chain id that is no whole number', 1.5, {}],
  ] satisfies [string, number, Partial<ExecuteCall>][])('error: refuses %s', (_, chainId, change) => {
    expect(() => executeDigest(chainId, { ...sample, ...change })).toThrow(RangeError)
  })

  test('error: names an invalid chain id', () => {
    expect(() => executeDigest(0, sample)).toThrow(new RangeError('chainId must be a positive whole number'))
  })

  test.each(['0xa', 'a9059cbb', '0xzz', '0X00', ''])('error: refuses data %j', (data) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller without types may pass
    expect(() => executeDigest(1, { ...sample, data: data as Hex })).toThrow('must be 0x')
  })
})

describe('parseExecuteCall', () => {
  const mixed: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const texts = {
    walletAddress: mixed.toLowerCase(),
    toAddress: sample.toAddress,
    value: '1',
    data: '0xAB',
    expiration: '1800000000',
    fee: '2',
    feeCoinAddress: mixed.toUpperCase().replace('0X', '0x'),
    feeWithdrawAddress: sample.walletAddress,
  }

  test('behavior: converts the texts of a stored call to its values, with checksummed addresses', () => {
    expect(parseExecuteCall(texts)).toEqual({
      walletAddress: mixed,
      toAddress: sample.toAddress,
      value: 1n,
      data: '0xab',
      expiration: 1_800_000_000n,
      fee: 2n,
      feeCoinAddress: mixed,
      feeWithdrawAddress: sample.walletAddress,
    })
  })

  test('error: refuses texts that are no call', () => {
    expect(() => parseExecuteCall({ ...texts, data: '0xA' })).toThrow('must be 0x')
    expect(() => parseExecuteCall({ ...texts, toAddress: '0x12' })).toThrow(Error)
  })
})

const vectors = typedDataVectors()
describe.skipIf(vectors === undefined)('the reference: viem over the typed data of ethers', () => {
  test('behavior: all 130 digests are equal', () => {
    expect(vectors).toHaveLength(130)
    for (const { name, domain, primaryType, types, data, digest } of vectors ?? []) {
      const hash = hashTypedData({ domain: domainSchema.parse(domain), primaryType, types, message: data })
      expect(hash, name).toBe(digest)
    }
  })
})

const domainSchema = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  chainId: z.optional(z.number()),
  verifyingContract: z.optional(z.templateLiteral(['0x', z.string()])),
  salt: z.optional(z.templateLiteral(['0x', z.string()])),
})
