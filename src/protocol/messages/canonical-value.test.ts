import { expect, test } from 'vitest'
import { hashTypedData } from './hash-typed-data.ts'
import { readTypedData, writeTypedData } from './typed-data.ts'

/** Typed data whose message has a single member, with this type and value. */
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
])('param: %s %o → %o, and the same when applied again', (type, value, canonical) => {
  const read = readTypedData(one(type, value))
  const written = writeTypedData(read)
  expect(written.message).toEqual({ a: canonical })
  const again = readTypedData(JSON.parse(JSON.stringify(written)))
  expect(again).toEqual(read)
  expect(hashTypedData(again)).toBe(hashTypedData(read))
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
