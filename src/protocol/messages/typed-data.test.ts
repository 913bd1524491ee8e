import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { abiArguments } from '#protocol/testing/arbitraries.ts'
import { typedDataVectors } from '#protocol/testing/vectors.ts'
import { typedDataSchema } from '#protocol/widget-message.ts'
import { readTypedData } from './typed-data.ts'

const MAIL = {
  domain: { name: 'Mail', version: '1', chainId: 1, verifyingContract: `0x${'cc'.repeat(20)}` },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'units', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'urgent', type: 'bool' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Ada', wallets: [`0x${'aa'.repeat(20)}`] },
    to: [
      { name: 'Bob', wallets: [] },
      { name: 'Eve', wallets: [`0x${'bb'.repeat(20)}`, `0x${'b0'.repeat(20)}`] },
    ],
    units: '0x10',
    data: '0xAB',
    urgent: true,
    unsigned: 'not in the type',
  },
}

function viemHash({ domain, types, primaryType, message }: typeof MAIL) {
  const { verifyingContract, ...rest } = domain
  const contract = `0x${verifyingContract.slice(2)}` as const
  return hashTypedData({ domain: { ...rest, verifyingContract: contract }, types, primaryType, message })
}

test('behavior: the hash is that of viem, and what is hashed is told whole', () => {
  const read = readTypedData(MAIL)
  expect(read.hash).toBe(viemHash(MAIL))
  expect(read.type).toBe(
    'Mail(Person from,Person[2] to,uint256 units,bytes data,bool urgent)Person(string name,address[] wallets)',
  )
  expect(Object.fromEntries(read.domain)).toMatchObject({ name: 'Mail', chainId: '1' })
  expect(Object.fromEntries(read.message)).toEqual({
    'from.name': 'Ada',
    'from.wallets[0]': '0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa',
    'to[0].name': 'Bob',
    'to[0].wallets': '[]',
    'to[1].name': 'Eve',
    'to[1].wallets[0]': '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
    'to[1].wallets[1]': '0xb0B0b0b0b0b0B0B0b0B0B0B0B0B0b0b0B0b0b0B0',
    units: '16',
    data: '0xab',
    urgent: 'true',
  })
})

test('behavior: EIP712Domain among the types decides which members of the domain are signed', () => {
  const own = { ...MAIL, types: { ...MAIL.types, EIP712Domain: [{ name: 'name', type: 'string' }] } }
  const read = readTypedData(own)
  expect(Object.fromEntries(read.domain)).toEqual({ name: 'Mail' })
  expect(read.hash).toBe(viemHash(own))
  expect(read.hash).not.toBe(viemHash(MAIL))
})

test('behavior: numbers, bigints and texts of one value are hashed and told alike', () => {
  const of = (units: unknown) => readTypedData({ ...MAIL, message: { ...MAIL.message, units } })
  for (const units of [16, 16n, '16', '0x10', '0X10', '016']) expect(of(units)).toEqual(of('16'))
})

test('behavior: every elementary type hashes as with viem', () => {
  fc.assert(
    fc.property(abiArguments, (given) => {
      const fields = given.map(({ type }, index) => ({ name: `m${index}`, type }))
      const values = (pick: 'param' | 'value') =>
        Object.fromEntries(
          given.map((one, index) => [`m${index}`, one.type === 'bool' ? one.value : one[pick]]),
        )
      const types = { Any: fields }
      const byViem = hashTypedData({ domain: {}, types, primaryType: 'Any', message: values('value') })
      const common = { domain: {}, types, primaryType: 'Any' }
      expect(readTypedData({ ...common, message: values('param') }).hash).toBe(byViem)
      expect(readTypedData({ ...common, message: values('value') }).hash).toBe(byViem)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a missing value', { units: undefined }, 'units (uint256)'],
  ['a number that is no whole one', { units: 1.5 }, 'units (uint256)'],
  ['an inexact number', { units: 2 ** 60 }, 'units (uint256)'],
  ['a number below the type', { units: '-1' }, 'units (uint256)'],
  ['a number above the type', { units: `0x1${'00'.repeat(32)}` }, 'units (uint256)'],
  ['a text for a boolean', { urgent: 'false' }, 'urgent (bool)'],
  ['a boolean for a number', { units: true }, 'units (uint256)'],
  ['half a byte', { data: '0xabc' }, 'data (bytes)'],
  ['an array that is too short', { to: [MAIL.message.from] }, 'to must be Person[2]'],
  ['a text for a struct', { from: 'Ada' }, 'from must be Person'],
  ['a wrong address', { from: { name: 'Ada', wallets: ['0x1'] } }, 'from.wallets[0] (address)'],
  ['a lone surrogate', { from: { name: '\ud800', wallets: [] } }, 'from.name (string)'],
])('error: %s is refused by its path', (_what, change, path) => {
  expect(() => readTypedData({ ...MAIL, message: { ...MAIL.message, ...change } })).toThrow(path)
})

test.each([
  ['a type that is none', { Mail: [{ name: 'units', type: 'fixed128x18' }] }, 'units (fixed128x18)'],
  ['a struct named as an elementary type', { ...MAIL.types, uint256: [] }, 'types: uint256'],
  ['no primary type', {}, 'types: Mail'],
])('error: %s is refused', (_what, types, detail) => {
  expect(() => readTypedData({ ...MAIL, types })).toThrow(detail)
})

test.each(['a.b', 'a[0]', '', 'Ä', '0x', 'a b'])('error: a member named %j could pass for a path', (name) => {
  const types = { Mail: [{ name, type: 'string' }] }
  expect(typedDataSchema.safeParse({ ...MAIL, types }).success).toBe(false)
})

const vectors = typedDataVectors()
describe.skipIf(vectors === undefined)('the reference: the typed data of ethers', () => {
  test('behavior: all 130 hashes are equal', () => {
    for (const { name, domain, primaryType, types, data, digest } of vectors ?? []) {
      const read = readTypedData(typedDataSchema.parse({ domain, primaryType, types, message: data }))
      expect(read.hash, name).toBe(digest)
    }
  })
})
