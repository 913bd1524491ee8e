import { expect, test } from 'vitest'
import type { InspectedToken } from '#protocol/tokens.ts'
import { tokenWarnings } from './token-warnings.tsx'

const DEMO = {
  id: '1',
  name: 'Demo Coin',
  symbol: 'DEMO',
  decimals: 6,
  logoUrl: '',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
}
const ODD: InspectedToken = {
  address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  isContract: true,
  standard: 'erc20',
  name: 'Odd Coin',
  symbol: 'ODD',
  decimals: 6,
  hasHiddenText: false,
}
const codes = (changes: Partial<InspectedToken>) =>
  tokenWarnings({ ...ODD, ...changes }, [DEMO]).map(({ code }) => code)

test('behavior: an ordinary token and an allowed one have no warnings', () => {
  expect(codes({})).toEqual([])
  expect(codes({ address: DEMO.address.toLowerCase(), symbol: 'DEMO', decimals: 0 })).toEqual([])
})

test.each<[string, Partial<InspectedToken>, string[]]>([
  ['the symbol of an allowed token', { symbol: 'demo' }, ['look-alike']],
  ['its symbol in Cyrillic letters', { symbol: 'DЕМО' }, ['look-alike', 'mixed-scripts']],
  ['its symbol with a zero', { symbol: 'DEM0' }, ['look-alike']],
  ['its name as a symbol', { symbol: 'Demo Coin' }, ['look-alike']],
  ['its name', { name: 'DEMO COIN' }, ['look-alike']],
  ['hidden text', { hasHiddenText: true }, ['hidden-text']],
  ['mixed scripts', { name: 'Оdd Coin' }, ['mixed-scripts']],
  ['no decimals', { decimals: null }, ['no-decimals']],
  ['0 decimals', { decimals: 0 }, ['whole-units']],
  ['19 decimals', { decimals: 19 }, ['many-decimals']],
  ['no standard', { standard: null }, ['no-token']],
  ['a collection older than ERC-721', { standard: null, isEarlyCollection: true }, ['early-collection']],
  ['no contract', { isContract: false, standard: null }, ['no-contract']],
])('param: %s', (_name, changes, expected) => {
  expect(codes(changes)).toEqual(expected)
})

test('behavior: an empty name and symbol resemble no token', () => {
  expect(codes({ name: null, symbol: '' })).toEqual([])
})

test('behavior: a collection has no warning about decimals', () => {
  expect(codes({ standard: 'erc721', decimals: null })).toEqual([])
})
