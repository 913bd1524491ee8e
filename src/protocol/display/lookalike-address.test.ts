import { expect, test } from 'vitest'
import { imitatedBy } from './lookalike-address.ts'

const KNOWN = [{ address: `0x1234${'ab'.repeat(16)}5678`, label: 'Treasury' }]

test('behavior: another address with the same first and last four digits imitates it, regardless of case', () => {
  expect(imitatedBy(`0x1234${'cd'.repeat(16)}5678`, KNOWN)).toBe(KNOWN[0])
  expect(imitatedBy(`0x1234${'CD'.repeat(16)}5678`, KNOWN)).toBe(KNOWN[0])
})

test('behavior: neither the address itself nor one that shares only one end imitates it', () => {
  expect(imitatedBy(KNOWN[0]!.address.toUpperCase().replace('X', 'x'), KNOWN)).toBeUndefined()
  expect(imitatedBy(`0x1234${'cd'.repeat(16)}5679`, KNOWN)).toBeUndefined()
  expect(imitatedBy(`0x1235${'cd'.repeat(16)}5678`, KNOWN)).toBeUndefined()
})

test('behavior: a known address is no imitation, even if two known ones are alike', () => {
  const twin = { address: `0x1234${'cd'.repeat(16)}5678`, label: 'Twin' }
  expect(imitatedBy(twin.address, [...KNOWN, twin])).toBeUndefined()
})

test('behavior: five equal digits at the beginning count as four', () => {
  const one = { address: '0x52908400098527886E0F7030069857D2E4169EE7' }
  expect(imitatedBy('0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9ee7', [one])).toBe(one)
  expect(imitatedBy('0x5290840009852788aaaaaaaaaaaaaaaaaaaa9ee8', [one])).toBeUndefined()
})
