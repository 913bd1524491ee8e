import fc from 'fast-check'
import { encodeAbiParameters, parseAbiParameter } from 'viem'
import { describe, expect, test } from 'vitest'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { abiArguments } from '#protocol/testing/arbitraries.ts'
import { canonicalType, type AbiType, type AbiValue } from './abi-type.ts'
import { CALL_VALUES_MAX, decodeValues, encodeValues } from './abi-values.ts'

type Typed = { type: AbiType; value: AbiValue }

/** A type and a value of that type: plain types, arrays of either kind and tuples, nested in each other. */
const plain = abiArguments
  .filter((list) => list.length > 0)
  .map(([first]): Typed => {
    const { type, param } = first ?? { type: 'bool', param: 'true' }
    return { type: { kind: 'plain', type }, value: type === 'string' ? param : param.toLowerCase() }
  })
const typed = fc.letrec<{ any: Typed }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map(tupleOf),
    fc.tuple(tie('any'), fc.integer({ min: 0, max: 3 })).map(([item, length]) => arrayOf(item, length)),
    fc
      .tuple(tie('any'), fc.integer({ min: 1, max: 3 }))
      .map(([item, length]) => arrayOf(item, length, length)),
  ),
})).any
const several = fc
  .array(typed, { maxLength: 4 })
  .filter((list) => countValues(list.map(({ value }) => value)) <= CALL_VALUES_MAX)

function countValues(value: AbiValue): number {
  return typeof value === 'string' ? 1 : value.reduce<number>((sum, inner) => sum + countValues(inner), 0)
}

function tupleOf(members: readonly Typed[]): Typed {
  const named = members.map(({ type }, position) => ({ name: `m${position}`, type }))
  return { type: { kind: 'tuple', members: named }, value: members.map(({ value }) => value) }
}

function arrayOf(item: Typed, items: number, length?: number): Typed {
  const type: AbiType = { kind: 'array', of: item.type, ...(length === undefined ? {} : { length }) }
  return { type, value: Array.from({ length: items }, () => item.value) }
}

describe('values with tuples and arrays', () => {
  test('behavior: encodes to the same bytes as viem', () => {
    fc.assert(
      fc.property(several, (list) => {
        const types = list.map(({ type }) => type)
        const parameters = types.map((type) => parseAbiParameter(`${canonicalType(type)} a`))
        const theirs = encodeAbiParameters(
          parameters,
          list.map(({ type, value }) => forViem(type, value)),
        )
        const ours = encodeValues(
          types,
          list.map(({ value }) => value),
        )
        expect(hexFromBytes(ours)).toBe(theirs)
      }),
      { numRuns: 300 },
    )
  })

  test('error: does not read more than 1,000 values', () => {
    const list: AbiType = { kind: 'array', of: { kind: 'plain', type: 'uint8' } }
    const read = (count: number) =>
      decodeValues([list], encodeValues([list], [Array.from({ length: count }, () => '1')]))
    expect(read(1_000)?.[0]).toHaveLength(1_000)
    expect(read(1_001)).toBeUndefined()
  })

  test('behavior: reads back the values that were written', () => {
    fc.assert(
      fc.property(several, (list) => {
        const types = list.map(({ type }) => type)
        const values = list.map(({ value }) => value)
        expect(decodeValues(types, encodeValues(types, values))).toEqual(values)
      }),
      { numRuns: 300 },
    )
  })

  test('behavior: any bytes that are read encode to the same bytes again', () => {
    const change = fc.record({ at: fc.nat(), word: fc.nat({ max: 200 }), tail: fc.nat({ max: 40 }) })
    fc.assert(
      fc.property(several, change, (list, { at, word, tail }) => {
        const types = list.map(({ type }) => type)
        const honest = encodeValues(
          types,
          list.map(({ value }) => value),
        )
        const bytes = new Uint8Array(honest.length + (tail > 20 ? tail - 20 : 0))
        bytes.set(honest)
        // Replaces a word by a random word. The word may be an offset or a length.
        if (honest.length > 0) bytes[32 * (at % (honest.length / 32)) + 31] = word
        const values = decodeValues(types, bytes)
        if (values !== undefined) expect(encodeValues(types, values)).toEqual(bytes)
      }),
      { numRuns: 500 },
    )
  })

  test('error: does not read two offsets to the same bytes, so that few bytes never stand for many', () => {
    const list: AbiType = { kind: 'array', of: { kind: 'plain', type: 'uint256' } }
    const types = [list, list]
    const word = (value: number) => value.toString(16).padStart(64, '0')
    const bytes = (...words: number[]) => Uint8Array.from(Buffer.from(words.map(word).join(''), 'hex'))
    expect(decodeValues(types, bytes(64, 128, 1, 5, 1, 6))).toEqual([['5'], ['6']])
    expect(decodeValues(types, bytes(64, 64, 1, 5))).toBeUndefined()
    expect(decodeValues(types, bytes(96, 64, 1, 5, 1))).toBeUndefined()
  })
})

function forViem(type: AbiType, value: AbiValue): unknown {
  if (type.kind === 'plain') {
    if (typeof value !== 'string') throw new Error('no plain value')
    if (type.type === 'bool') return value === 'true'
    return /^u?int/.test(type.type) ? numberForViem(type.type, value) : value
  }
  if (typeof value === 'string') throw new Error('no list')
  return value.map((item, position) => {
    const of = type.kind === 'array' ? type.of : type.members[position]?.type
    if (of === undefined) throw new Error('no member')
    return forViem(of, item)
  })
}

/** viem takes small integers as numbers. */
function numberForViem(type: string, value: string): bigint | number {
  return Number(type.replace(/\D/g, '')) <= 48 ? Number(value) : BigInt(value)
}
