import { describe, expect, test } from 'vitest'
import { TYPED_DATA_DEPTH_MAX, TYPED_DATA_TYPES_MAX, TYPED_DATA_VALUES_MAX } from '#protocol/limits.ts'
import { listValues, readTypedData, writeTypedData } from './typed-data.ts'

/** Typed data whose message has a single member, with this type and value. */
const one = (type: string, value: unknown) => ({
  domain: {},
  types: { T: [{ name: 'a', type }] },
  primaryType: 'T',
  message: { a: value },
})
const member = (type: string, name = 'a') => ({ name, type })

describe('the input bounds the work', () => {
  /** Types that each refer to the next type twice, so that the number of values would double with each level. */
  const doubling = (depth: number) =>
    Object.fromEntries(
      Array.from({ length: depth + 1 }, (_, index) => [
        `A${index}`,
        index === depth ? [] : [member(`A${index + 1}`, 'a'), member(`A${index + 1}`, 'b')],
      ]),
    )

  /** Counts how many members of an object, including nested ones, are read. */
  function counted<Value extends object>(target: Value) {
    const reads = { count: 0 }
    const watch = (value: object): object =>
      new Proxy(value, {
        get(object, name) {
          const inner: unknown = Reflect.get(object, name)
          reads.count += 1
          return typeof inner === 'object' && inner !== null ? watch(inner) : inner
        },
      })
    return { given: watch(target), reads }
  }

  test('error: types that double with each level, without values → refused at the first missing one', () => {
    const { given, reads } = counted({ domain: {}, types: doubling(20), primaryType: 'A0', message: {} })
    expect(() => readTypedData(given)).toThrow('message.a is required')
    expect(reads.count).toBeLessThan(500)
  })

  test('error: a value that is shared by both members of each level → refused by the limit of values', () => {
    let value: object = {}
    for (let level = 0; level < 20; level += 1) value = { a: value, b: value }
    const types = doubling(20)
    const { given, reads } = counted({ domain: {}, types, primaryType: 'A0', message: value })
    expect(() => readTypedData(given)).toThrow(`exceeds the limit of ${TYPED_DATA_VALUES_MAX} values`)
    expect(reads.count).toBeLessThan(3 * TYPED_DATA_VALUES_MAX)
  })

  const items = (count: number) => one('uint8[]', Array(count).fill(1))
  // The domain, the message and the list count as well.
  const ITEMS_MAX = TYPED_DATA_VALUES_MAX - 3
  test('param: accepts as many values as the limit allows, but not one more', () => {
    expect(listValues(readTypedData(items(ITEMS_MAX)).message)).toHaveLength(ITEMS_MAX)
    const { given, reads } = counted(items(10 * TYPED_DATA_VALUES_MAX))
    expect(() => readTypedData(given)).toThrow(`exceeds the limit of ${TYPED_DATA_VALUES_MAX} values`)
    expect(reads.count).toBeLessThan(3 * TYPED_DATA_VALUES_MAX)
  })

  test('param: accepts arrays as deep as the limit allows, but not one level deeper', () => {
    const deep = (depth: number) => {
      let value: unknown = 1
      for (let level = 0; level < depth; level += 1) value = [value]
      return one(`uint8${'[]'.repeat(depth)}`, value)
    }
    const nested = TYPED_DATA_DEPTH_MAX - 2
    expect(readTypedData(deep(nested))).toBeDefined()
    expect(() => readTypedData(deep(nested + 1))).toThrow(`limit of ${TYPED_DATA_DEPTH_MAX} nested levels`)
  })

  test('error: more text, more structs or longer types than the limits → refused by the limit', () => {
    for (const text of ['x'.repeat(65_510), '\u20ac'.repeat(21_836)]) {
      expect(readTypedData(one('string', text))).toBeDefined()
      expect(() => readTypedData(one('string', `${text}${'x'.repeat(40)}`))).toThrow('limit of 65536 bytes')
    }
    const line = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `A${index}`,
          index === count - 1 ? [] : [member(`A${index + 1}`)],
        ]),
      )
    const given = (types: object) => ({ domain: {}, types, primaryType: 'A0', message: {} })
    expect(() => readTypedData(given(line(TYPED_DATA_TYPES_MAX)))).toThrow('is required')
    const structs = `types exceeds the limit of ${TYPED_DATA_TYPES_MAX} structs`
    expect(() => readTypedData(given(line(TYPED_DATA_TYPES_MAX + 1)))).toThrow(structs)
    const wide = Array.from({ length: 500 }, (_, index) => member('uint256', `m${index}`))
    expect(() => readTypedData(given({ A0: wide }))).toThrow('types exceeds the limit of 4096 characters')
  })

  test('behavior: types without references cost nothing and are not stored', () => {
    const { given, reads } = counted({
      ...one('bool', true),
      types: { ...doubling(40), T: [member('bool')] },
    })
    const { types } = writeTypedData(readTypedData(given))
    expect(Object.keys(types)).toEqual(['EIP712Domain', 'T'])
    expect(reads.count).toBeLessThan(50)
  })
})
