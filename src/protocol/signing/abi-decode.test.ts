import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abiArguments, hexBytes } from '#protocol/testing/arbitraries.ts'
import { decodeArguments } from './abi-decode.ts'
import { encodeArguments } from './abi-encode.ts'
import { bytesFromHex } from './hex.ts'

describe('decodeArguments', () => {
  test('behavior: reads back the output of encodeArguments', () => {
    fc.assert(
      fc.property(abiArguments, (list) => {
        const types = list.map(({ type }) => type)
        const params = list.map(({ param }) => param.toLowerCase())
        fc.pre(!types.includes('string'))
        expect(decodeArguments(types, encodeArguments(types, params))).toEqual(params)
      }),
      { numRuns: 1_000 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeArguments(['string'], encodeArguments(['string'], [text]))).toEqual([text])
      }),
    )
  })

  test.each(['[]', '["7"]', '["1","2","3"]'])('behavior: reads back the list %s', (list) => {
    const types = ['uint256[]', 'bool']
    expect(decodeArguments(types, encodeArguments(types, [list, 'true']))).toEqual([list, 'true'])
  })

  test.each(['7', '["7",]', '["01"]', '[7]', '{}', ''])('error: %j is no list of whole numbers', (list) => {
    expect(() => encodeArguments(['uint256[]'], [list])).toThrow(/JSON array/)
  })

  test('behavior: bytes that are read encode to the same bytes again, for any bytes', () => {
    const shapes = [
      ['address', 'uint256'],
      ['address', 'bool'],
      ['bytes', 'string'],
      ['int8', 'bytes4'],
      ['uint256[]', 'bytes'],
    ]
    const words = fc.array(fc.oneof(hexBytes(32, 32), fc.nat({ max: 200 }).map(wordOf)), { maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...shapes), words, (types, list) => {
        const encoded = bytesFromHex(`0x${list.map((word) => word.slice(2)).join('')}`)
        const params = decodeArguments(types, encoded)
        if (params !== undefined) expect(encodeArguments(types, params)).toEqual(encoded)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['trailing bytes', ['address'], `0x${'0'.repeat(24)}${'11'.repeat(20)}00`],
    ['dirty address padding', ['address'], `0x01${'0'.repeat(22)}${'11'.repeat(20)}`],
    ['a bool of 2', ['bool'], wordOf(2)],
    ['too few bytes', ['uint256'], `0x${'00'.repeat(31)}`],
    ['an offset beyond the end', ['bytes'], wordOf(64)],
    ['a length beyond the end', ['bytes'], `${wordOf(32)}${wordOf(1).slice(2)}`],
    ['a huge length', ['uint256[]'], `${wordOf(32)}${'ff'.repeat(32)}`],
    ['a list longer than the bytes', ['uint256[]'], `${wordOf(32)}${wordOf(60).slice(2)}`],
    ['an int8 of 128', ['int8'], wordOf(128)],
    ['text that is no UTF-8', ['string'], `${wordOf(32)}${wordOf(1).slice(2)}ff${'00'.repeat(31)}`],
    ['dirty bytes padding', ['bytes'], `${wordOf(32)}${wordOf(1).slice(2)}ff01${'00'.repeat(30)}`],
  ])('error: does not read %s', (_, types, encoded) => {
    expect(decodeArguments(types, bytesFromHex(encoded))).toBeUndefined()
  })

  test('error: a fault of the program is not mistaken for unreadable bytes', () => {
    const faulty = new Proxy(new Uint8Array(32), {
      get: () => {
        throw new Error('a fault')
      },
    })
    expect(() => decodeArguments(['uint256'], faulty)).toThrow('a fault')
  })
})

function wordOf(value: number): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
