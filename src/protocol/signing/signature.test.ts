import fc from 'fast-check'
import { encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { flipped, hexBytes, uint256 } from '#protocol/testing/arbitraries.ts'
import { catchError } from '#protocol/testing/outcome.ts'
import { bytesFromHex, HexError, hexFromBytes } from './hex.ts'
import { decodeSignature, encodeSignature, SignatureError, type WebAuthnSignature } from './signature.ts'

const TUPLE = [
  {
    type: 'tuple',
    components: [
      { name: 'authenticatorData', type: 'bytes' },
      { name: 'clientDataJSON', type: 'string' },
      { name: 'challengeIndex', type: 'uint256' },
      { name: 'typeIndex', type: 'uint256' },
      { name: 'r', type: 'uint256' },
      { name: 's', type: 'uint256' },
    ],
  },
] as const

const signatures: fc.Arbitrary<WebAuthnSignature> = fc.record({
  authenticatorData: hexBytes(0, 120),
  clientDataJSON: fc.string({ unit: 'binary', maxLength: 260 }),
  challengeIndex: uint256,
  typeIndex: uint256,
  r: uint256,
  s: uint256,
})

const sample: WebAuthnSignature = {
  authenticatorData: `0x${'ab'.repeat(37)}`,
  clientDataJSON: '{"type":"webauthn.get","challenge":"AA","origin":"https://example.org"}',
  challengeIndex: 23n,
  typeIndex: 1n,
  r: 5n,
  s: 6n,
}

describe('encodeSignature, decodeSignature', () => {
  test('behavior: equals viem’s abi.encode of one tuple and reads back', () => {
    fc.assert(
      fc.property(signatures, (signature) => {
        const encoded = encodeSignature(signature)
        expect(encoded).toBe(encodeAbiParameters(TUPLE, [signature]))
        expect(decodeSignature(encoded)).toEqual(signature)
      }),
      { numRuns: 1_000 },
    )
  })

  test('behavior: one flipped bit is refused or gives another assertion', () => {
    fc.assert(
      fc.property(
        signatures.chain((signature) => {
          const encoded = bytesFromHex(encodeSignature(signature))
          return flipped(encoded).map((bytes) => ({ signature, bytes }))
        }),
        ({ signature, bytes }) => {
          const decoded = decodedOrUndefined(hexFromBytes(bytes))
          if (decoded === undefined) return
          expect(decoded).not.toEqual(signature)
          expect(encodeSignature(decoded)).toBe(hexFromBytes(bytes))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('behavior: any bytes that are read encode to the same bytes again', () => {
    const words = fc.array(fc.oneof(hexBytes(32, 32), fc.constantFrom(32, 192, 224, 256, 0, 1).map(word)), {
      maxLength: 14,
    })
    fc.assert(
      fc.property(words, (list) => {
        const hex: Hex = `0x${list.map((one) => one.slice(2)).join('')}`
        const decoded = decodedOrUndefined(hex)
        if (decoded !== undefined) expect(encodeSignature(decoded)).toBe(hex)
      }),
      { numRuns: 2_000 },
    )
  })

  test('param: reads hex of any case', () => {
    const encoded = encodeSignature(sample)
    expect(decodeSignature(encoded.toUpperCase().replace('0X', '0x'))).toEqual(sample)
  })

  test('error: refuses every shortened or extended signature', () => {
    const encoded = encodeSignature(sample)
    for (let length = 2; length < encoded.length; length += 2) {
      expect(() => decodeSignature(encoded.slice(0, length))).toThrow(SignatureError)
    }
    for (const more of ['00', '00'.repeat(32), 'ff']) {
      expect(() => decodeSignature(encoded + more)).toThrow(SignatureError)
    }
  })

  test.each([
    ['no hex', 'zz', 'must be 0x followed by an even number of hex digits'],
    ['nothing', '0x', 'ends too early'],
    ['half a byte', '0x0', 'must be 0x followed by an even number of hex digits'],
    [
      'the fields without the tuple offset',
      `0x${encodeSignature(sample).slice(66)}`,
      'points beyond the end',
    ],
    [
      'an outer offset of 64',
      encodeSignature(sample).replace(word(32).slice(2), word(64).slice(2)),
      'must be the canonical ABI encoding of one WebAuthn tuple',
    ],
    [
      'dirty padding',
      encodeSignature(sample).replace(/00$/, '01'),
      'must be the canonical ABI encoding of one WebAuthn tuple',
    ],
    ['swapped tails', swapped(), 'must be the canonical ABI encoding of one WebAuthn tuple'],
    [
      'a text that is no UTF-8',
      encodeSignature(sample).replace('7b2274797065', 'ff2274797065'),
      'must be UTF-8',
    ],
    [
      'an offset of 2^255',
      encodeSignature(sample).replace(word(192).slice(2), `8${'0'.repeat(63)}`),
      'points beyond the end',
    ],
    [
      'a length of 2^256-1',
      encodeSignature(sample).replace(word(37).slice(2), 'f'.repeat(64)),
      'points beyond the end',
    ],
  ])('error: refuses %s', (_, hex, problem) => {
    const error = catchError(() => decodeSignature(hex))
    expect(error).toBeInstanceOf(SignatureError)
    expect(error).toMatchObject({ name: 'SignatureError', message: `signature ${problem}` })
  })

  test('error: a fault of the program is not mistaken for a wrong signature, and a cause is kept', () => {
    const faulty = {
      ...sample,
      get clientDataJSON(): string {
        throw new Error('a fault')
      },
    }
    expect(() => encodeSignature(faulty)).toThrow(new Error('a fault'))
    expect(catchError(() => decodeSignature('0x0'))).toMatchObject({ cause: expect.any(HexError) })
  })

  test.each([
    ['r of 2^256', { r: 2n ** 256n }],
    ['a negative index', { typeIndex: -1n }],
    ['a text with half a pair', { clientDataJSON: '\ud800' }],
    ['data of half a byte', { authenticatorData: '0x0' }],
  ] satisfies [string, Partial<WebAuthnSignature>][])('error: does not encode %s', (_, change) => {
    expect(() => encodeSignature({ ...sample, ...change })).toThrow(SignatureError)
  })

  test('param: keeps a byte order mark and text beyond ASCII unchanged', () => {
    const clientDataJSON = '\ufeff{"näme":"😀"}'
    expect(decodeSignature(encodeSignature({ ...sample, clientDataJSON })).clientDataJSON).toBe(
      clientDataJSON,
    )
  })
})

function decodedOrUndefined(hex: string): WebAuthnSignature | undefined {
  try {
    return decodeSignature(hex)
  } catch (error) {
    if (error instanceof SignatureError) return undefined
    throw error
  }
}

/**
 * An encoding of the same assertion in which clientDataJSON precedes authenticatorData. A lax decoder would accept
 * it.
 */
function swapped(): string {
  const body = encodeSignature(sample).slice(2 + 64)
  const heads = body.slice(2 * 64, 6 * 64)
  const data = body.slice(6 * 64, 9 * 64)
  const text = body.slice(9 * 64)
  return `${word(32)}${word(192 + text.length / 2).slice(2)}${word(192).slice(2)}${heads}${text}${data}`
}

function word(value: number): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
