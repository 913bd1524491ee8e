import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depth } from '#protocol/testing/tier.ts'
import { harmlessText, mailName } from './text.ts'

describe('harmlessText', () => {
  test.each([
    ['USD Coin', 'USD Coin'],
    ['Ünïcode é', 'Ünïcode é'],
    ['日本円トークン', '日本円トークン'],
    ['한국 Won', '한국 Won'],
    ['A$ & <b>"x"</b>', 'A$ & <b>"x"</b>'],
    ['😀', '😀'],
  ])('behavior: %j stays unchanged', (text, expected) => {
    expect(harmlessText(text, 40)).toEqual({ text: expected, changed: false, mixedScript: false })
  })

  test.each([
    ['bidi override', 'USD\u202eCDF', 'USDCDF'],
    ['bidi isolates', '\u2066A\u2069', 'A'],
    ['bidi marks', 'A\u200e\u200f\u061cB', 'AB'],
    ['zero width', 'U\u200bS\u200cD\u200d\u2060\ufeff', 'USD'],
    ['soft hyphen', 'U\u00adSD', 'USD'],
    ['controls', 'A\u0000\u0007\u001b[31m\u007f\u0085B', 'A[31mB'],
    ['line breaks', 'A\nB\r\n\u2028C\u2029D', 'A B C D'],
    ['tabs and spaces', '  A \t\u00a0\u3000 B  ', 'A B'],
    ['tags', 'A\u{e0041}\u{e007f}', 'A'],
    ['variation selectors', 'A\ufe0f\u{e0100}', 'A'],
    ['fillers', 'A\u115f\u1160\u3164\uffa0\u2800', 'A'],
    ['half pairs', 'A\ud800B', 'AB'],
    ['private use', 'A\ue000\u{f0000}', 'A'],
    ['unassigned', 'A\u0378', 'A'],
    ['stacked marks', 'Z\u0301\u0302\u0303\u0304\u0305\u0306', 'Ź\u0302\u0303'],
    ['only invisible', '\u200b\u200b', ''],
  ])('behavior: removes and reports %s', (_, text, expected) => {
    expect(harmlessText(text, 40)).toMatchObject({ text: expected, changed: true })
  })

  test('behavior: reports letters of scripts that no language mixes', () => {
    for (const text of ['USDС', 'Τether', 'pаypal', 'ԁai', 'Ꭰai', 'שUSD']) {
      expect(harmlessText(text, 40).mixedScript, text).toBe(true)
    }
    for (const text of ['Тезер', 'Ευρώ', 'JPY 円', 'café', '123 $', 'ไทย', 'हिन्दी', 'العربية', 'ᄀ한']) {
      expect(harmlessText(text, 40).mixedScript, text).toBe(false)
    }
  })

  test('param: the length counts characters, not halves of surrogate pairs', () => {
    expect(harmlessText('😀😀😀', 2).text).toBe('😀…')
    expect(harmlessText('abcdef', 6)).toMatchObject({ text: 'abcdef', changed: false })
    expect(harmlessText('abcdefg', 6)).toMatchObject({ text: 'abcde…', changed: true })
  })

  test('behavior: the result is idempotent, short and free of invisible characters for any text', () => {
    const pieces = fc.constantFrom(
      ' ',
      '\u00a0',
      '\n',
      '\u200b',
      '\u202e',
      'e',
      '\u0301',
      '\u0323',
      '\ud800',
      '😀',
      'ᄀ',
      'ᅡ',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const once = harmlessText(text, 40).text
        expect(Array.from(once).length).toBeLessThanOrEqual(40)
        expect(once).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(once).not.toMatch(/^\s|\s$|\s\s/u)
        expect(harmlessText(once, 40).text).toBe(once)
      }),
      { numRuns: depth({ usual: 500, full: 3_000 }) },
    )
  })

  // `npm run bench -- limits` measures the time.
  test('param: reads 100 kB of marks or spaces', () => {
    const texts = ['\u0301'.repeat(100_000), ' '.repeat(100_000), 'a\u200b'.repeat(50_000)]
    const short = texts.map((text) => harmlessText(text, 40).text)
    expect(short).toEqual(['\u0301\u0301', '', `${'a'.repeat(39)}…`])
  })
})

test.each([
  ['Acme', 'Acme'],
  ['Acme Inc.', 'Acme Inc.'],
  ['http://evil.example/claim your prize', 'http evil example claim your prize'],
  ['evil.example', 'evil example'],
  ['evil。example', 'evil example'],
  ['mail mallory@evil.example now', 'mail mallory evil example now'],
  ['HTTPS:\\\\evil.example', 'HTTPS evil example'],
  ['a\u202eb', 'ab'],
])('behavior: a mail shows %j as %j, without any link', (text, read) => {
  expect(mailName(text)).toBe(read)
})
