import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { TYPED_DATA_DEPTH_MAX, TYPED_DATA_TYPES_MAX, TYPED_DATA_VALUES_MAX } from '#protocol/limits.ts'
import { hashTypedData as ownHash } from './hash-typed-data.ts'
import { readMessage } from './read-message.ts'
import { listValues, readTypedData, writeTypedData } from './typed-data.ts'

const CONTRACT = `0x${'11'.repeat(20)}` as const
const MAIL = {
  domain: { name: 'Mail', version: '1', chainId: 1, verifyingContract: CONTRACT },
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
  primaryType: 'Mail' as const,
  message: {
    from: { name: 'Ada', wallets: [`0x${'22'.repeat(20)}`] },
    to: [
      { name: 'Bob', wallets: [] },
      { name: 'Eve', wallets: [`0x${'33'.repeat(20)}`, `0x${'44'.repeat(20)}`] },
    ],
    units: '16',
    data: '0xab',
    urgent: true,
    unsigned: 'not in the type',
  },
}
const PAGE = { chainId: 1, walletAddress: CONTRACT, tokens: [], origin: '', nowMs: 0 }
const read = (typedData: object) => readMessage({ kind: 'typed-data', typedData }, PAGE)

test('behavior: the hash is that of viem, and what is hashed is told whole, by its path', () => {
  expect(read(MAIL)?.hash).toBe(hashTypedData(MAIL))
  expect(read(MAIL)?.values).toEqual([
    ...Object.entries(MAIL.domain).map(([name, value]) => [`domain.${name}`, String(value)]),
    ['from.name', 'Ada'],
    ['from.wallets[0]', `0x${'22'.repeat(20)}`],
    ['to[0].name', 'Bob'],
    ['to[0].wallets', '[]'],
    ['to[1].name', 'Eve'],
    ['to[1].wallets[0]', `0x${'33'.repeat(20)}`],
    ['to[1].wallets[1]', `0x${'44'.repeat(20)}`],
    ['units', '16'],
    ['data', '0xab'],
    ['urgent', 'true'],
  ])
})

test('behavior: EIP712Domain among the types decides which members of the domain are signed', () => {
  const types: Record<string, { name: string; type: string }[]> = {
    ...MAIL.types,
    EIP712Domain: [{ name: 'name', type: 'string' }],
  }
  const own = { ...MAIL, types }
  expect(read(own)?.values.filter(([path]) => path.startsWith('domain.'))).toEqual([['domain.name', 'Mail']])
  expect(read(own)?.hash).toBe(hashTypedData(own))
  expect(read(own)?.hash).not.toBe(read(MAIL)?.hash)
})

test.each(['1', '0x1', 1, 1n])('behavior: the chain as %s is the same', (chainId) => {
  expect(read({ ...MAIL, domain: { ...MAIL.domain, chainId } })).toEqual(read(MAIL))
})

/** One member of a type, for a value of it. */
const one = (type: string, value: unknown) => ({
  domain: {},
  types: { T: [{ name: 'a', type }], Pair: [{ name: 'b', type: 'bool' }] },
  primaryType: 'T',
  message: { a: value },
})
const DIGITS = '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const CHECKED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const MAX = 2n ** 256n - 1n

test.each([
  ['uint8', 4, '4'],
  ['uint8', '4', '4'],
  ['uint8', 4n, '4'],
  ['uint8', '0x4', '4'],
  ['uint8', '0x0004', '4'],
  ['uint8', -0, '0'],
  ['uint8', '255', '255'],
  ['uint256', `0x${'Ff'.repeat(32)}`, String(MAX)],
  ['uint256', MAX, String(MAX)],
  ['uint256', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['int8', '-128', '-128'],
  ['int8', -1, '-1'],
  ['int8', '0x7f', '127'],
  ['int256', String(-(2n ** 255n)), String(-(2n ** 255n))],
  ['bool', true, true],
  ['bool', false, false],
  ['address', `0x${DIGITS}`, CHECKED],
  ['address', `0x${DIGITS.toUpperCase()}`, CHECKED],
  ['address', CHECKED, CHECKED],
  ['bytes', '0x', '0x'],
  ['bytes', '0xABcd', '0xabcd'],
  ['bytes2', '0xABcd', '0xabcd'],
  ['string', '', ''],
  ['string', '0xAB', '0xAB'],
  ['uint8[]', [], []],
  ['uint8[2][]', [[1, '0x2']], [['1', '2']]],
  ['Pair', { b: true, c: 'not signed' }, { b: true }],
])('param: %s %o → %o, and the same once more', (type, value, canonical) => {
  const read = readTypedData(one(type, value))
  const written = writeTypedData(read)
  expect(written.message).toEqual({ a: canonical })
  const again = readTypedData(JSON.parse(JSON.stringify(written)))
  expect(again).toEqual(read)
  expect(ownHash(again)).toBe(ownHash(read))
})

/** A type, a value, and the rule that it breaks. */
type Refused = [type: string, value: unknown, rule: string]

const REFUSED: Refused[] = [
  ...[undefined, null].flatMap((value) =>
    ['uint8', 'bool', 'string', 'uint8[]', 'Pair'].map((type): Refused => [type, value, 'is required']),
  ),
  ...[
    '',
    ' ',
    '0x',
    ' 1',
    '1 ',
    '1e3',
    '1.0',
    '+1',
    '01',
    '-0',
    '0X1',
    '-0x1',
    '1_0',
    '1n',
    'one',
    '\u0661',
  ].map((value): Refused => ['int256', value, 'must be a whole number'] as const),
  ...[1.5, 2 ** 53, -(2 ** 53), Number.NaN, Infinity, true, [], {}].map(
    (value): Refused => ['int256', value, 'must be a whole number'] as const,
  ),
  ['uint8', '256', 'must be between 0 and 255'],
  ['uint8', '-1', 'must be between 0 and 255'],
  ['uint8', '0x100', 'must be between 0 and 255'],
  ['int8', '128', 'must be between -128 and 127'],
  ['int8', '0xff', 'must be between -128 and 127'],
  ['uint256', `0x1${'00'.repeat(32)}`, 'must be a whole number'],
  ['uint256', String(MAX + 1n), 'must be between 0'],
  ...['true', 'false', 1, 0, ''].map((value): Refused => ['bool', value, 'must be true or false']),
  ...['0x1', DIGITS, `0X${DIGITS}`, '', 1, 'vitalik.eth'].map(
    (value): Refused => ['address', value, 'must be an address'] as const,
  ),
  ['address', CHECKED.replace('aA', 'Aa'), 'has a wrong checksum'],
  ...['', '0xa', 'ab', '0xzz', '0Xab', 171, [171]].map((value): Refused => ['bytes', value, 'must be 0x']),
  ['bytes2', '0xab', 'must be exactly 2 bytes'],
  ['bytes2', '0xababab', 'must be exactly 2 bytes'],
  ['bytes1', '0x', 'must be exactly 1 byte'],
  ...[1, true, {}, []].map((value): Refused => ['string', value, 'must be a string']),
  ['string', 'a\ud800', 'must be well-formed Unicode'],
  ...['12', { 0: 1 }, 1].map((value): Refused => ['uint8[]', value, 'must be an array']),
  ['uint8[2]', [1], 'must have exactly 2 items'],
  ['uint8[2]', [1, 2, 3], 'must have exactly 2 items'],
  ...['x', 1, []].map((value): Refused => ['Pair', value, 'must be an object']),
]

test.each(REFUSED)('error: %s %o → refused with the path of its member: %s', (type, value, rule) => {
  expect(() => readTypedData(one(type, value))).toThrow(`message.a ${rule}`)
})

test('error: the path leads to the value', () => {
  const to = [MAIL.message.to[0], { name: 'Eve', wallets: [CONTRACT, '0x1'] }]
  expect(() => read({ ...MAIL, message: { ...MAIL.message, to } })).toThrow(
    'message.to[1].wallets[1] must be an address',
  )
})

const member = (type: string, name = 'a') => ({ name, type })
type RefusedTypes = [what: string, types: object, rule: string]

const REFUSED_TYPES: RefusedTypes[] = [
  ...[
    'uint',
    'int',
    'uint7',
    'uint264',
    'uint08',
    'bytes0',
    'bytes33',
    'byte',
    'fixed128x18',
    'EIP712Domain',
    '',
  ].map((type): RefusedTypes => [
    `the type ${type}`,
    { T: [member(type)] },
    'types.T[0].type must be a type',
  ]),
  ...['uint8[0]', 'uint8[01]', 'uint8[-1]', 'uint8]', 'uint8[ ]', '[]'].map((type): RefusedTypes => [
    `the type ${type}`,
    { T: [member(type)] },
    'types.T[0].type must be a type',
  ]),
  ['a struct named as a type', { T: [member('uint7')], uint7: [] }, 'types.T[0].type must be a type'],
  ['a struct that contains itself', { T: [member('T[]')] }, 'types.T[0].type must not contain itself'],
  ['structs in a circle', { T: [member('U')], U: [member('T')] }, 'types.U[0].type must not contain itself'],
  ['a member twice', { T: [member('bool'), member('uint8')] }, 'types.T[1].name must not be there twice'],
  ['no list of members', { T: {} }, 'primaryType must be a type'],
  ['no primary type', {}, 'primaryType must be a type'],
  ['a member that is none', { T: [null] }, 'types.T[0].name must be a name'],
  ['an inherited type', { T: [member('toString')] }, 'types.T[0].type must be a type'],
  ...['a.b', 'a[0]', '', 'Ä', '0x', 'a b', 'a'.repeat(101)].map((name): RefusedTypes => [
    `the name ${name}`,
    { T: [member('string', name)] },
    'types.T[0].name must be a name',
  ]),
  [
    'a domain with a member of its own',
    { T: [], EIP712Domain: [member('string', 'motto')] },
    'types.EIP712Domain[0] must be a member',
  ],
  [
    'a domain with a member of another type',
    { T: [], EIP712Domain: [member('uint8', 'chainId')] },
    'types.EIP712Domain[0] must be a member',
  ],
]

test.each(REFUSED_TYPES)('error: %s → refused: %s', (_what, types, rule) => {
  const given = { domain: { name: 'x', chainId: 1 }, types, primaryType: 'T', message: { a: [] } }
  expect(() => readTypedData(given)).toThrow(rule)
})

test.each([
  ['chainId', '01', 'must be a whole number'],
  ['chainId', '', 'must be a whole number'],
  ['chainId', 2, 'must be 1'],
  ['name', 1, 'must be a string'],
  ['version', '', 'must not be empty'],
  ['version', null, 'is required'],
  ['verifyingContract', '0x', 'must be an address'],
  ['salt', '0x01', 'must be exactly 32 bytes'],
])('error: domain %s %j → refused with its path', (name, value, rule) => {
  expect(() => read({ ...MAIL, domain: { ...MAIL.domain, [name]: value } })).toThrow(`domain.${name} ${rule}`)
})

test('behavior: names that JavaScript gives every object are names like others', () => {
  const types = Object.fromEntries([
    ['__proto__', [member('uint8', 'constructor')]],
    ['T', [member('__proto__')]],
  ])
  const given = { domain: {}, types, primaryType: 'T', message: { a: { constructor: '0x7' } } }
  const read = readTypedData(given)
  expect(listValues(read.message)).toEqual([['a.constructor', '7']])
  expect(readTypedData(JSON.parse(JSON.stringify(writeTypedData(read))))).toEqual(read)
  expect(() => readTypedData({ ...given, message: { a: {} } })).toThrow('message.a.constructor is required')
})

describe('the work is bounded by what was supplied', () => {
  /** Each type refers to the next one twice: its values, if there were any, would double with each. */
  const doubling = (depth: number) =>
    Object.fromEntries(
      Array.from({ length: depth + 1 }, (_, index) => [
        `A${index}`,
        index === depth ? [] : [member(`A${index + 1}`, 'a'), member(`A${index + 1}`, 'b')],
      ]),
    )

  /** Counts the members that are read of an object and of all in it. */
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
  test('param: as many values as the limit allows, and one more', () => {
    expect(listValues(readTypedData(items(ITEMS_MAX)).message)).toHaveLength(ITEMS_MAX)
    const { given, reads } = counted(items(10 * TYPED_DATA_VALUES_MAX))
    expect(() => readTypedData(given)).toThrow(`exceeds the limit of ${TYPED_DATA_VALUES_MAX} values`)
    expect(reads.count).toBeLessThan(3 * TYPED_DATA_VALUES_MAX)
  })

  test('param: arrays as deep as the limit allows, and one deeper', () => {
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
    expect(() => readTypedData(one('string', 'x'.repeat(140_000)))).toThrow('limit of 131072 characters')
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

  test('behavior: types that nothing refers to cost nothing and are not stored', () => {
    const { given, reads } = counted({
      ...one('bool', true),
      types: { ...doubling(40), T: [member('bool')] },
    })
    const { types } = writeTypedData(readTypedData(given))
    expect(Object.keys(types)).toEqual(['EIP712Domain', 'T'])
    expect(reads.count).toBeLessThan(50)
  })
})
