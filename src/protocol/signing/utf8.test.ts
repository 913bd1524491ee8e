import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesFromText, textFromBytes, utf8Length } from './utf8.ts'

test('behavior: a text → its bytes, their number, and the same text again', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '%41%', '\ufeffa', '\0\u007f\u0080'),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = bytesFromText(text)
      expect([...bytes]).toEqual([...Buffer.from(text, 'utf8')])
      expect(utf8Length(text)).toBe(bytes.length)
      expect(textFromBytes(bytes)).toBe(text)
    }),
  )
})

test('error: bytes that are no UTF-8 → refused', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (bytes: Uint8Array): string | undefined => {
    try {
      return strict.decode(bytes)
    } catch {
      return undefined
    }
  }
  const read = (bytes: Uint8Array): string | undefined => {
    try {
      return textFromBytes(bytes)
    } catch {
      return undefined
    }
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
      expect(read(bytes)).toBe(decode(bytes))
    }),
  )
  expect(read(Uint8Array.of(0xed, 0xa0, 0x80))).toBeUndefined()
})
