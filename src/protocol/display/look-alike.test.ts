import { expect, test } from 'vitest'
import { toSkeleton } from './look-alike.ts'

test.each([
  ['Cyrillic letters', 'USDС'],
  ['zero-width characters', 'U\u200bS\u200dD\u2060C'],
  ['full-width letters', 'ＵＳＤＣ'],
  ['mathematical letters', '𝐔𝐒𝐃𝐂'],
  ['accents', 'ÚŠDÇ'],
  ['another case', 'usdc'],
  ['a dollar sign', 'U$DC'],
  ['spaces and dots', 'U.S D C'],
  ['Greek letters', 'υSDC'],
  ['Armenian letters', 'ՍՏDC'],
  ['Cherokee letters', 'UᏚᎠᏟ'],
  ['Lisu letters', 'ꓴꓢꓓꓚ'],
  ['Coptic letters', 'USDⲤ'],
  ['small capitals', 'ᴜꜱᴅᴄ'],
  ['a stroke', 'USĐC'],
  ['an eth', 'USÐC'],
])('param: USDC written with %s has its skeleton', (_name, imitation) => {
  expect(toSkeleton(imitation)).toBe(toSkeleton('USDC'))
})

test.each([
  ['DA1', 'DAI'],
  ['DAl', 'DAI'],
  ['WВTС', 'WBTC'],
  ['DEM0', 'DEMO'],
  ['DERNO', 'DEMO'],
  ['USD₮', 'USDT'],
  ['₿TC', 'BTC'],
  ['ЕТН', 'ETH'],
  ['ΕΤΗ', 'ETH'],
  ['ΝΕΑR', 'NEAR'],
  ['Теthег UЅⅮ', 'Tether USD'],
])('param: %s is confused with %s', (imitation, original) => {
  expect(toSkeleton(imitation)).toBe(toSkeleton(original))
})

test('behavior: other names have other skeletons', () => {
  const names = ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC', 'DEMO', 'ART', 'ETH', 'NEAR', '東京', '']
  expect(new Set(names.map(toSkeleton)).size).toBe(names.length)
})

test('param: a text of a megabyte is processed quickly', () => {
  expect(toSkeleton('U'.repeat(1_000_000)).length).toBeLessThanOrEqual(200)
})
