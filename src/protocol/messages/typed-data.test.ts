import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { typedDataSchema } from '#protocol/widget-call.ts'
import { readMessage } from './read-message.ts'

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

test.each([
  ['a missing value', { units: undefined }],
  ['a number that is no whole one', { units: 1.5 }],
  ['a number below the type', { units: '-1' }],
  ['a number above the type', { units: `0x1${'00'.repeat(32)}` }],
  ['a text for a boolean', { urgent: 'false' }],
  ['a text for an array', { to: 'Bob' }],
  ['a wrong address', { from: { name: 'Ada', wallets: ['0x1'] } }],
])('error: %s is refused', (_what, change) => {
  expect(() => read({ ...MAIL, message: { ...MAIL.message, ...change } })).toThrow()
})

test.each([
  ['a type that is none', { Mail: [{ name: 'units', type: 'fixed128x18' }] }],
  ['no primary type', {}],
])('error: %s is refused', (_what, types) => {
  expect(() => read({ ...MAIL, types })).toThrow()
})

test.each(['a.b', 'a[0]', '', 'Ä', '0x', 'a b'])('error: a member named %j could pass for a path', (name) => {
  const types = { Mail: [{ name, type: 'string' }] }
  expect(typedDataSchema.safeParse({ ...MAIL, types }).success).toBe(false)
})
