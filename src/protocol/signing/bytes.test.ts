import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesBetween, uint256 } from '#protocol/testing/arbitraries.ts'
import { catchError, tryResult } from '#protocol/testing/outcome.ts'
import { bytesFromHex, HexError, hexFromBytes, joinBytes, sameBytes } from './hex.ts'
import { bytesFromText, textFromBytes, Utf8Error } from './utf8.ts'
import { readLength, readUint, writeAddress, writeUint } from './word.ts'

describe('hex', () => {
  test('behavior: equals Buffer in both directions', () => {
    fc.assert(
      fc.property(bytesBetween(0, 200), (bytes) => {
        const hex = `0x${Buffer.from(bytes).toString('hex')}`
        expect(hexFromBytes(bytes)).toBe(hex)
        expect(bytesFromHex(hex)).toEqual(bytes)
        expect(bytesFromHex(`0x${hex.slice(2).toUpperCase()}`)).toEqual(bytes)
      }),
    )
  })

  test.each([
    '',
    '0',
    '0x0',
    '00',
    'x00',
    '0X00',
    '0x0g',
    '0x 0',
    '0x０0',
    '0x`0',
    '0x@0',
    '0x:0',
    '0x/0',
    '0xŁ0',
  ])('error: refuses %j', (text) => {
    const error = catchError(() => bytesFromHex(text))
    expect(error).toBeInstanceOf(HexError)
    expect(error).toMatchObject({
      name: 'HexError',
      message: 'must be 0x followed by an even number of hex digits',
    })
  })

  test('behavior: joins and compares arrays', () => {
    const [one, two] = [Uint8Array.of(1, 2), Uint8Array.of(3)]
    expect(joinBytes([one, new Uint8Array(), two])).toEqual(Uint8Array.of(1, 2, 3))
    expect(sameBytes(one, Uint8Array.of(1, 2))).toBe(true)
    expect(sameBytes(one, Uint8Array.of(1, 3))).toBe(false)
    expect(sameBytes(one, Uint8Array.of(1))).toBe(false)
  })
})

describe('UTF-8', () => {
  test('behavior: equals TextEncoder and TextDecoder for text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = new TextEncoder().encode(text)
        expect(bytesFromText(text)).toEqual(bytes)
        expect(textFromBytes(bytes)).toBe(text)
      }),
    )
  })

  test('behavior: accepts exactly the bytes that a fatal TextDecoder accepts', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const lead = fc.constantFrom(
      0x41,
      0x80,
      0xbf,
      0xc0,
      0xc2,
      0xe0,
      0xe2,
      0xed,
      0xa0,
      0xf0,
      0xf4,
      0x90,
      0xf5,
      0xff,
    )
    fc.assert(
      fc.property(fc.array(lead, { maxLength: 6 }), (list) => {
        const bytes = Uint8Array.from(list)
        expect(tryResult(() => textFromBytes(bytes))).toBe(tryResult(() => decoder.decode(bytes)))
      }),
      { numRuns: 3_000 },
    )
  })

  test('error: refuses half a surrogate pair', () => {
    expect(() => bytesFromText('a\ud800')).toThrow(Utf8Error)
    expect(() => bytesFromText('\udc00\ud800')).toThrow(Utf8Error)
    const error = catchError(() => bytesFromText('a\ud800'))
    expect(error).toMatchObject({
      name: 'Utf8Error',
      message: 'must be well-formed Unicode (it has a lone surrogate)',
      cause: expect.any(URIError),
    })
  })

  test('error: refuses invalid UTF-8 with the cause', () => {
    const error = catchError(() => textFromBytes(Uint8Array.of(0xff)))
    expect(error).toBeInstanceOf(Utf8Error)
    expect(error).toMatchObject({ message: 'must be UTF-8', cause: expect.any(URIError) })
  })
})

describe('words', () => {
  test('behavior: reads back a uint256', () => {
    fc.assert(
      fc.property(uint256, (value) => {
        const bytes = new Uint8Array(33)
        writeUint(bytes, 1, value)
        expect(readUint(bytes, 1)).toBe(value)
      }),
    )
  })

  test('error: refuses a number out of range', () => {
    const bytes = new Uint8Array(32)
    expect(() => writeUint(bytes, 0, -1n)).toThrow(RangeError)
    expect(() => writeUint(bytes, 0, 2n ** 256n)).toThrow(RangeError)
    expect(() => writeAddress(bytes, 0, '0x00')).toThrow(RangeError)
    expect(() => readUint(bytes, 1)).toThrow(new RangeError('ends too early'))
  })

  test('param: a length is at most the number of all bytes', () => {
    const bytes = new Uint8Array(40)
    writeUint(bytes, 0, 40n)
    expect(readLength(bytes, 0)).toBe(40)
    for (const length of [41n, 2n ** 256n - 1n]) {
      writeUint(bytes, 0, length)
      expect(() => readLength(bytes, 0)).toThrow(new RangeError('points beyond the end'))
    }
  })
})
