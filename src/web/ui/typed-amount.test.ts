import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Language } from '#protocol/display/language.ts'
import { MoneyError } from '#protocol/money.ts'
import { offerTexts, showLanguage, formatExact, inTypedForm, parseTyped } from './text.ts'

vi.stubGlobal('document', { documentElement: { lang: 'en' } })
afterAll(() => vi.unstubAllGlobals())
const noTexts = async () => ({})
offerTexts({ de: noTexts, es: noTexts })
afterEach(() => showLanguage('en'))

test.each<[Language, string, bigint]>([
  ['en', '87.5', 87_500_000n],
  ['en', ' 1234 ', 1_234_000_000n],
  ['de', '87,5', 87_500_000n],
  ['de', '1234', 1_234_000_000n],
  ['de', '0,000001', 1n],
  ['es', '1234,5', 1_234_500_000n],
])('param: in %s %j is parsed exactly', async (language, typed, units) => {
  await showLanguage(language)
  expect(parseTyped(typed, 6)).toBe(units)
})

test.each<[Language, string]>([
  ['en', '1,234'],
  ['en', '1,234.5'],
  ['en', '87,5'],
  // To a German reader, this is 1234. Copied from an English page, it is 1 and 234 thousandths.
  ['de', '1.234'],
  ['de', '1.234,5'],
  ['de', '1.234.567'],
  ['de', '87.5'],
  ['de', '1,234,567'],
  ['de', '1 234'],
  ['de', '1,5e3'],
  ['es', '1.234'],
  ['es', '-1,5'],
])('error: in %s %j is rejected, not guessed', async (language, typed) => {
  await showLanguage(language)
  expect(() => parseTyped(typed, 6)).toThrow(MoneyError)
})

test('behavior: typed and displayed amounts use the language’s format and have the same value', async () => {
  expect([inTypedForm('1234.5'), formatExact('1234.5')]).toEqual(['1234.5', '1,234.5'])
  for (const language of ['de', 'es'] as const) {
    await showLanguage(language)
    expect([inTypedForm('1234.5'), formatExact('1234.5')]).toEqual(['1234,5', '1.234,5'])
    expect(parseTyped(inTypedForm('1234.5'), 1)).toBe(12_345n)
    // An amount in the page's address has no language. An invalid number there must not become valid here.
    expect(() => parseTyped(inTypedForm('1,5'), 6)).toThrow(MoneyError)
  }
})
