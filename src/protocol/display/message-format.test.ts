import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { formatPieces, MessageSyntaxError, parseMessage } from './message-format.ts'

const catalogues = import.meta.glob<Record<string, string>>('/src/**/texts/*.json', {
  eager: true,
  import: 'default',
})
const COUNTS = [0, 1, 2, 5, 11, 1_234]

/** Every text of every catalog, with its language. The keys are the English texts. */
function everyText(): { language: string; text: string }[] {
  return Object.entries(catalogues).flatMap(([path, texts]) => {
    const language = /(\w+)\.json$/.exec(path)?.[1] ?? 'en'
    return Object.entries(texts).flatMap(([english, text]) => [
      { language: 'en', text: english },
      { language, text },
    ])
  })
}

function ours(text: string, language: string, values: Record<string, string | number>): string {
  return formatPieces(parseMessage(text), language, values).join('')
}

describe('formatPieces', () => {
  test('behavior: formats every text of the console like the complete ICU implementation', () => {
    const texts = everyText().filter(({ text }) => text.includes('{'))
    expect(texts.length).toBeGreaterThan(500)
    for (const { language, text } of texts) {
      const names = [...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = '']) => name)
      const plurals = new Set([...text.matchAll(/\{\s*(\w+)\s*,/g)].map(([, name = '']) => name))
      for (const count of COUNTS) {
        const values = Object.fromEntries(
          names.map((name) => [name, plurals.has(name) ? count : `<${name} # {x}>`]),
        )
        const complete = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
        expect(ours(text, language, values), text).toBe(String(complete.format(values)))
      }
    }
  })

  test('behavior: never parses a value as a message and keeps elements unchanged', () => {
    expect(ours('{a} and {b}', 'en', { a: '{b}', b: '#' })).toBe('{b} and #')
    const element = { is: 'element' }
    expect(formatPieces(parseMessage('Read {guide}.'), 'en', { guide: element })).toEqual([
      'Read ',
      element,
      '.',
    ])
  })

  test('error: rejects a text that is no message, and a missing value', () => {
    for (const text of ['{', '}', '{a', '{a, plural, one {x}}', '{a, number}', '{a, plural, other {x}', '{}'])
      expect(() => parseMessage(text), text).toThrow(MessageSyntaxError)
    expect(() => ours('{a}', 'en', {})).toThrow(RangeError)
  })
})
