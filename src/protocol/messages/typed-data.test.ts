import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
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

test('behavior: the hash is the same as viem’s, and all hashed values are displayed with their paths', () => {
  expect(read(MAIL)?.hash).toBe(hashTypedData(MAIL))
  expect(read(MAIL)?.values).toEqual([
    [
      'primaryType',
      'Mail(Person from,Person[2] to,uint256 units,bytes data,bool urgent)Person(string name,address[] wallets)',
    ],
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

test('behavior: structs without members → listed by their paths, as many as are hashed', () => {
  const types = { T: [{ name: 'a', type: 'S[]' }], S: [] }
  const message = { a: [{}, {}] }
  expect(read({ domain: {}, types, primaryType: 'T', message })?.values).toEqual([
    ['primaryType', 'T(S[] a)S()'],
    ['domain', '{}'],
    ['a[0]', '{}'],
    ['a[1]', '{}'],
  ])
})

test.each([
  ['domain', 'domain.name', 'Mail'],
  ['primaryType', 'primaryType', 'T(S primaryType)S(string name)'],
])('behavior: a member named %s → its paths differ from those before the message', (name, path, text) => {
  const types = { T: [{ name, type: 'S' }], S: [{ name: 'name', type: 'string' }] }
  const given = { domain: { name: 'Mail' }, types, primaryType: 'T', message: { [name]: { name: 'Bank' } } }
  const values = read(given)?.values
  expect(values?.filter(([one]) => one === path)).toEqual([[path, text]])
  expect(values?.at(-1)).toEqual([`message.${name}.name`, 'Bank'])
})

test('behavior: the same values of another type → another hash, and other displayed lines', () => {
  const as = (primaryType: string, type: string) =>
    read({ domain: {}, types: { [primaryType]: [{ name: 'a', type }] }, primaryType, message: { a: '1' } })
  const all = [as('Vote', 'uint256'), as('Vote', 'uint8'), as('Order', 'uint256')]
  expect(new Set(all.map((one) => one?.hash)).size).toBe(3)
  expect(new Set(all.map((one) => JSON.stringify(one?.values))).size).toBe(3)
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

test.each(['1', '0x1', 1, 1n])('behavior: a chain id of %s → the same values and hash', (chainId) => {
  expect(read({ ...MAIL, domain: { ...MAIL.domain, chainId } })).toEqual(read(MAIL))
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

test('behavior: names that every JavaScript object inherits are ordinary names', () => {
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
