import { expect, test } from 'vitest'
import { addressInputSchema, checksum } from './address-input.ts'

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  CHECKSUMMED,
  CHECKSUMMED.toLowerCase(),
  `0x${CHECKSUMMED.slice(2).toUpperCase()}`,
  `  ${CHECKSUMMED}\n`,
])('param: accepts %j', (typed) => {
  expect(addressInputSchema.parse(typed)).toBe(typed.trim())
})

test('error: rejects an address whose checksum has a letter of the wrong case', () => {
  const typed = CHECKSUMMED.replace('aA', 'AA')
  expect(addressInputSchema.safeParse(typed).error?.issues[0]?.message).toContain('typo')
})

test.each(['', '0x', '0x12', CHECKSUMMED.slice(0, -1), `${CHECKSUMMED}0`, 'vitalik.eth'])(
  'error: rejects %j',
  (typed) => {
    expect(addressInputSchema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'must be an address: 0x followed by 40 hex digits',
    ])
  },
)

test('behavior: adds the checksum to addresses and returns other text unchanged', () => {
  expect(checksum(CHECKSUMMED.toLowerCase())).toBe(CHECKSUMMED)
  expect(checksum('0xnot')).toBe('0xnot')
})
