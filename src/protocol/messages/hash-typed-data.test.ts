import fc from 'fast-check'
import { hashTypedData as viemHash, type TypedDataDefinition } from 'viem'
import { describe, expect, test } from 'vitest'
import { TYPED_DATA_LENGTH_MAX, TYPED_DATA_VALUES_MAX } from '#protocol/limits.ts'
import { depth } from '#protocol/testing/tier.ts'
import { typedDataVectors } from '#protocol/testing/vectors.ts'
import { hashTypedData } from './hash-typed-data.ts'
import { readTypedData, writeTypedData } from './typed-data.ts'

const encodeHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(encodeHex)
const WIDTHS = Array.from({ length: 32 }, (_, index) => (index + 1) * 8)

/** A type and an arbitrary for its values. */
type Typed = { type: string; value: fc.Arbitrary<unknown> }

/** Every type that is neither an array nor a struct. */
const ATOMIC: Typed[] = [
  ...WIDTHS.flatMap((bits) => {
    const uint = fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
    const half = 2n ** BigInt(bits - 1)
    return [
      {
        type: `uint${bits}`,
        value: fc.oneof(
          uint,
          uint.map(String),
          uint.map((one) => `0x${one.toString(16)}`),
        ),
      },
      { type: `int${bits}`, value: fc.bigInt({ min: -half, max: half - 1n }).map(String) },
      { type: `bytes${bits / 8}`, value: bytes(bits / 8) },
    ]
  }),
  { type: 'bool', value: fc.boolean() },
  { type: 'address', value: bytes(20) },
  { type: 'bytes', value: fc.uint8Array({ maxLength: 200 }).map(encodeHex) },
  { type: 'string', value: fc.string({ unit: 'grapheme', maxLength: 200 }) },
]

const lists = ({ type, value }: Typed): Typed[] => [
  { type: `${type}[]`, value: fc.array(value, { maxLength: 3 }) },
  { type: `${type}[2]`, value: fc.tuple(value, value) },
  { type: `${type}[2][]`, value: fc.array(fc.tuple(value, value), { maxLength: 2 }) },
  { type: `${type}[][1]`, value: fc.tuple(fc.array(value, { maxLength: 2 })) },
]

const oneOf = fc.constantFrom(...ATOMIC)
const member = oneOf.chain((atomic) => fc.constantFrom(atomic, ...lists(atomic)))

/** A message of structs nested in structs and arrays, with values for them. */
const typedData = fc
  .array(fc.array(member, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .chain((structs) => {
    const types: Record<string, { name: string; type: string }[]> = {}
    let inner: Typed[] = []
    structs.forEach((members, index) => {
      const all = [...members, ...inner]
      types[`S${index}`] = all.map(({ type }, at) => ({ name: `m${at}`, type }))
      const value = fc.record(Object.fromEntries(all.map(({ value: one }, at) => [`m${at}`, one])))
      const struct = { type: `S${index}`, value }
      inner = index % 2 === 0 ? [struct, ...lists(struct).slice(0, 2)] : [struct]
    })
    return fc.record({
      domain: fc.record(
        {
          name: fc.string(),
          version: fc.string({ minLength: 1 }),
          chainId: fc.maxSafeNat(),
          verifyingContract: bytes(20),
          salt: bytes(32),
        },
        { requiredKeys: [] },
      ),
      types: fc.constant(types),
      primaryType: fc.constant(`S${structs.length - 1}`),
      message: inner[0]?.value ?? fc.constant({}),
    })
  })
  .filter(({ message }) => isWithinLimits(message))

/** Whether a message is within the limits, with room for the paths, which count toward the limits too. */
function isWithinLimits(message: unknown): boolean {
  return (
    countValues(message) <= TYPED_DATA_VALUES_MAX &&
    serializeMessage(message).length <= TYPED_DATA_LENGTH_MAX / 2
  )
}

const serializeMessage = (message: unknown) =>
  JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** Counts values like the limit, including structs and arrays. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1)
}

/** The hash that viem computes of our canonical form. */
function hashWithViem(given: object): string {
  const { types, ...rest } = writeTypedData(readTypedData(given))
  return viemHash({ types, ...rest } as unknown as TypedDataDefinition)
}

test('behavior: typed data of every type → the same hash as viem computes of the canonical form', () => {
  fc.assert(
    fc.property(typedData, (given) => {
      const read = readTypedData(given)
      expect(hashTypedData(read)).toBe(hashWithViem(given))
      expect(readTypedData(JSON.parse(JSON.stringify(writeTypedData(read))))).toEqual(read)
    }),
    { numRuns: depth({ usual: 60, full: 1_000 }) },
  )
})

test.each(ATOMIC)('behavior: $type, alone and in arrays → the same hash as viem', (atomic) => {
  const types = [atomic, ...lists(atomic)]
  const values = fc.tuple(...types.map(({ value }) => value))
  const names = types.map((_, at) => `m${at}`)
  fc.assert(
    fc.property(values, (all) => {
      const given = {
        domain: {},
        types: { T: types.map(({ type }, at) => ({ name: names[at], type })) },
        primaryType: 'T',
        message: Object.fromEntries(all.map((value, at) => [names[at], value])),
      }
      expect(hashTypedData(readTypedData(given))).toBe(hashWithViem(given))
    }),
    { numRuns: depth({ usual: 3, full: 100 }) },
  )
})

const vectors = typedDataVectors()
describe.skipIf(vectors === undefined)('the typed data of ethers', () => {
  test('behavior: all 130 digests are equal', () => {
    expect(vectors).toHaveLength(130)
    for (const { name, domain, primaryType, types, data, digest } of vectors ?? [])
      expect(hashTypedData(readTypedData({ domain, primaryType, types, message: data })), name).toBe(digest)
  })
})
