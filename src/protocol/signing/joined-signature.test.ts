import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { flipped, hexBytes, uint256 } from '#protocol/testing/arbitraries.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { depth } from '#protocol/testing/tier.ts'
import { bytesFromHex, hexFromBytes } from './hex.ts'
import {
  joinSignature,
  shortCoSignature,
  shortSignature,
  splitSignature,
  type JoinedSignature,
} from './joined-signature.ts'
import { decodeSignature, encodeSignature, SignatureError, type WebAuthnSignature } from './signature.ts'
import { bytesFromText } from './utf8.ts'

const passkey = createSoftwarePasskey('shop.example')
const DIGEST: Hex = `0x${'5a'.repeat(32)}`
const tuple = passkey.sign(DIGEST)
const ECDSA: Hex = `0x${'c1'.repeat(65)}`

const tuples = fc
  .record({
    authenticatorData: hexBytes(0, 120),
    clientDataJSON: fc.string({ unit: 'binary', maxLength: 260 }),
    challengeIndex: uint256,
    typeIndex: uint256,
    r: uint256,
    s: uint256,
  })
  .map(encodeSignature)
const joined: fc.Arbitrary<JoinedSignature> = fc.oneof(
  fc.record({
    tuple: tuples,
    keyNumber: fc.constant(undefined),
    coSignature: fc.constant(undefined),
  }),
  fc.record({
    tuple: tuples,
    keyNumber: fc.integer({ min: 1, max: 255 }),
    coSignature: fc.constant(undefined),
  }),
  fc.record({
    tuple: tuples,
    keyNumber: fc.nat({ max: 255 }),
    coSignature: hexBytes(1, 900),
  }),
)

/** Reads the short form by the table in `JoinedSignature.sol`, independently of the encoder. */
function readShort(signature: Hex) {
  const bytes = bytesFromHex(signature)
  let cursor = 0
  const take = (length: number) => hexFromBytes(bytes.subarray(cursor, (cursor += length)))
  const number = (length: number) => BigInt(take(length))
  const [r, s, flagsAndCount, keyNumber] = [number(32), number(32), take(5), number(1)]
  const [headLength, tailLength] = [Number(number(1)), Number(number(2))]
  const typeIndex = headLength === 0 ? undefined : number(2)
  const [head, tail] = [take(headLength), take(tailLength)]
  return { r, s, flagsAndCount, keyNumber, typeIndex, head, tail, coSignature: take(bytes.length - cursor) }
}

function signedWith(changes: Partial<WebAuthnSignature>): JoinedSignature {
  const signature = { ...decodeSignature(tuple), ...changes }
  return { tuple: encodeSignature(signature), keyNumber: undefined, coSignature: undefined }
}

describe('splitSignature, joinSignature', () => {
  test('behavior: returns the parts of any joined signature', () => {
    fc.assert(
      fc.property(joined, (parts) => {
        expect(splitSignature(joinSignature(parts))).toEqual(parts)
      }),
      { numRuns: depth({ usual: 300, full: 2_000 }) },
    )
  })

  test.each([
    ['the main key, left out', { tuple, keyNumber: undefined, coSignature: undefined }, ''],
    ['the main key, by its number', { tuple, keyNumber: 0, coSignature: undefined }, ''],
    ['an empty co-signature', { tuple, keyNumber: undefined, coSignature: '0x' }, ''],
    ['another key', { tuple, keyNumber: 7, coSignature: undefined }, '07'],
    ['a co-signature', { tuple, keyNumber: undefined, coSignature: '0xabcd' }, '00abcd'],
    ['both', { tuple, keyNumber: 3, coSignature: '0xabcd' }, '03abcd'],
  ] satisfies [string, JoinedSignature, string][])(
    'param: %s → the bytes after the tuple',
    (_, parts, more) => {
      expect(joinSignature(parts)).toBe(tuple + more)
    },
  )

  test('param: an explicit 0 after the tuple → key number 0', () => {
    expect(splitSignature(`${tuple}00`)).toEqual({ tuple, keyNumber: 0, coSignature: undefined })
  })

  test('error: refuses every shortened tuple', () => {
    for (let length = 2; length < tuple.length; length += 2)
      expect(() => splitSignature(`0x${tuple.slice(2, length)}`)).toThrow(SignatureError)
  })

  test.each([
    ['no hex', '0xzz'],
    ['a data length beyond the end', lengthSet(0xe0, 'ff'.repeat(32))],
    ['a data length that would overflow a number', lengthSet(0xe0, `${'00'.repeat(25)}20000000000000`)],
    ['a text length beyond the end', lengthSet(0x140, 'ff'.repeat(32))],
  ] satisfies [string, Hex][])('error: does not split %s', (_, signature) => {
    expect(() => splitSignature(signature)).toThrow(SignatureError)
  })

  test('error: malformed bytes → SignatureError, or parts that join to the same bytes', () => {
    const words = fc.array(fc.oneof(hexBytes(32, 32), fc.constantFrom(32, 0, 1, 37, 64).map(word)), {
      maxLength: 16,
    })
    const bytes = fc.oneof(
      words.map((list) => `0x${list.map((one) => one.slice(2)).join('')}` as const),
      flipped(bytesFromHex(joinSignature({ tuple, keyNumber: 2, coSignature: ECDSA }))).map(hexFromBytes),
    )
    fc.assert(
      fc.property(bytes, (signature) => {
        const parts = splitOrUndefined(signature)
        if (parts === undefined) return
        const isNumberOmitted = parts.keyNumber === 0 && parts.coSignature === undefined
        expect(joinSignature(parts) + (isNumberOmitted ? '00' : '')).toBe(signature)
      }),
      { numRuns: depth({ usual: 500, full: 5_000 }) },
    )
  })

  test.each([-1, 256, 1.5, Number.NaN])('error: does not join the key number %s', (keyNumber) => {
    expect(() => joinSignature({ tuple, keyNumber, coSignature: undefined })).toThrow(SignatureError)
  })

  test('error: does not join a co-signature of half a byte', () => {
    expect(() => joinSignature({ tuple, keyNumber: 0, coSignature: '0xa' })).toThrow(SignatureError)
  })
})

describe('shortSignature', () => {
  test('behavior: the usual assertion → the table of the contract', () => {
    const { r, s, authenticatorData, clientDataJSON } = decodeSignature(tuple)
    const challengeEnd = clientDataJSON.indexOf('","origin"') + 1
    expect(readShort(shortSignature({ tuple, keyNumber: 5, coSignature: ECDSA }))).toEqual({
      r,
      s,
      flagsAndCount: `0x${authenticatorData.slice(66)}`,
      keyNumber: 5n,
      typeIndex: undefined,
      head: '0x',
      tail: hexFromBytes(bytesFromText(clientDataJSON.slice(challengeEnd))),
      coSignature: ECDSA,
    })
  })

  test('behavior: another order of the keys → with its head and the index of the type', () => {
    const challenge = Buffer.from(DIGEST.slice(2), 'hex').toString('base64url')
    const clientDataJSON = `{"challenge":"${challenge}","type":"webauthn.get"}`
    const changes = { clientDataJSON, challengeIndex: 1n, typeIndex: 60n }
    const { head, tail, typeIndex } = readShort(shortSignature(signedWith(changes)))
    expect({ head, tail, typeIndex }).toEqual({
      head: hexFromBytes(bytesFromText('{')),
      tail: hexFromBytes(bytesFromText(',"type":"webauthn.get"}')),
      typeIndex: 60n,
    })
  })

  test.each([
    ['an r that marks the long form', { r: 0x20n }],
    ['extensions', { authenticatorData: `0x${'00'.repeat(38)}` }],
    ['an index at which there is no challenge', { challengeIndex: 22n }],
    ['an index of the type above two bytes', { typeIndex: 65_536n }],
    ['nothing before the challenge', { challengeIndex: 0n }],
  ] satisfies [string, Partial<WebAuthnSignature>][])('behavior: %s → the long form', (_, changes) => {
    const parts = { ...signedWith(changes), keyNumber: 2, coSignature: ECDSA }
    expect(shortSignature(parts)).toBe(joinSignature(parts))
  })

  test('behavior: shortens a co-signature of a passkey, and keeps a second one after it unchanged', () => {
    const inner = joinSignature({ tuple, keyNumber: 1, coSignature: tuple })
    const short = readShort(shortSignature({ tuple, keyNumber: 0, coSignature: inner }))
    expect(short.coSignature).toBe(shortCoSignature(inner))
    expect(readShort(short.coSignature)).toMatchObject({ keyNumber: 1n, coSignature: tuple })
  })

  test.each([ECDSA, '0x01', `0x${'00'.repeat(600)}`, `0x${tuple.slice(2, -2)}01`] satisfies Hex[])(
    'behavior: keeps another co-signature unchanged (%#)',
    (coSignature) => {
      expect(shortCoSignature(coSignature)).toBe(coSignature)
    },
  )

  test('error: refuses a tuple that is not canonical', () => {
    const dirty: Hex = `0x${tuple.slice(2, -2)}01`
    expect(() => shortSignature({ tuple: dirty, keyNumber: 0, coSignature: undefined })).toThrow(
      SignatureError,
    )
  })

  test('error: co-signatures within co-signatures → bounded time', () => {
    let nested: Hex = tuple
    for (let level = 0; level < 300; level += 1) nested = `0x${tuple.slice(2)}00${nested.slice(2)}`
    const before = process.cpuUsage()
    const short = shortSignature({ tuple, keyNumber: 0, coSignature: nested })
    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(1_000)
    expect(short.length).toBeLessThan(nested.length)
  })
})

function splitOrUndefined(signature: Hex): JoinedSignature | undefined {
  try {
    return splitSignature(signature)
  } catch (error) {
    if (error instanceof SignatureError) return undefined
    throw error
  }
}

/** The tuple with another word at an offset. */
function lengthSet(offset: number, digits: string): Hex {
  const start = 2 + 2 * offset
  return `0x${tuple.slice(2, start)}${digits}${tuple.slice(start + 64)}`
}

function word(value: number): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
