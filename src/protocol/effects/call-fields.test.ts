import { expect, test } from 'vitest'
import { hasSuspiciousText } from './call-fields.ts'

const token = { address: `0x${'1'.repeat(40)}`, symbol: 'DEMO', name: 'Demo', decimals: 6 }

test.each([
  ['a name with a hidden character', { name: 'De\u200Bmo' }],
  ['a symbol with a hidden character', { symbol: 'DE\u200BMO' }],
  ['a name of two scripts', { name: 'D\u0435mo' }],
  ['a symbol of two scripts', { symbol: 'D\u0415MO' }],
  ['a symbol that continues a number', { symbol: '000 DEMO' }],
  ['a symbol of digits', { symbol: '000' }],
  ['a symbol that begins with a comma', { symbol: ',5' }],
  ['an exponent', { symbol: 'e-6' }],
])('behavior: %s is suspicious', (_, changed) => {
  expect(hasSuspiciousText({ ...token, ...changed })).toBe(true)
})

test.each([{}, { symbol: '1INCH' }, { symbol: 'US$' }, { symbol: 'ETH' }])(
  'behavior: an ordinary symbol is not suspicious: %j',
  (changed) => {
    expect(hasSuspiciousText({ ...token, ...changed })).toBe(false)
  },
)
