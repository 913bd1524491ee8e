import { p256 } from '@noble/curves/nist.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesFromHex, joinBytes } from '#protocol/signing/hex.ts'
import { bytesBetween } from '#protocol/testing/arbitraries.ts'
import {
  AuthenticatorDataError,
  parseAuthenticatorData,
  publicKeyFromAuthenticatorData,
} from '#protocol/testing/registration.ts'
import { coordinateHex } from './public-key.ts'
import { rpIdHash } from './rp-id.ts'

const HASH = rpIdHash('example.org')
const { x, y } = p256.Point.BASE.toAffine()
const COSE = bytesFromHex(`0xa5010203262001215820${coordinateHex(x)}225820${coordinateHex(y)}`)
const EXTENSIONS = bytesFromHex('0xa16b6372656450726f7465637402')

function registration(idLength: number, flags = 0x45, after: Uint8Array = new Uint8Array()): Uint8Array {
  return joinBytes([
    bytesFromHex(HASH),
    Uint8Array.of(flags, 0x80, 0, 0, 7),
    new Uint8Array(16).fill(0xaa),
    Uint8Array.of(idLength >> 8, idLength & 255),
    new Uint8Array(idLength).fill(0x1d),
    COSE,
    after,
  ])
}

describe('parseAuthenticatorData', () => {
  test('behavior: parses an assertion of 37 bytes', () => {
    const bytes = joinBytes([bytesFromHex(HASH), Uint8Array.of(0x1d, 0xff, 0xff, 0xff, 0xff)])
    expect(parseAuthenticatorData(bytes)).toEqual({ rpIdHash: HASH, flags: 0x1d, signCount: 0xffff_ffff })
  })

  test.each([1, 16, 64, 1023])(
    'behavior: parses a registration with a credential id of %i bytes',
    (idLength) => {
      const parsed = parseAuthenticatorData(registration(idLength))
      expect(parsed).toMatchObject({ rpIdHash: HASH, flags: 0x45, signCount: 0x8000_0007 })
      expect(parsed.attestedCredential).toEqual({
        aaguid: `0x${'aa'.repeat(16)}`,
        credentialId: new Uint8Array(idLength).fill(0x1d),
        publicKey: COSE,
      })
      expect(publicKeyFromAuthenticatorData(registration(idLength))).toEqual({ x, y })
    },
  )

  test('behavior: keeps extensions unchanged', () => {
    expect(parseAuthenticatorData(registration(16, 0xc5, EXTENSIONS)).extensions).toEqual(EXTENSIONS)
    const assertion = joinBytes([bytesFromHex(HASH), Uint8Array.of(0x85, 0, 0, 0, 1), EXTENSIONS])
    expect(parseAuthenticatorData(assertion)).toMatchObject({ extensions: EXTENSIONS })
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['36 bytes', new Uint8Array(36)],
    ['bytes left over', new Uint8Array(38)],
    [
      'a credential flag without credential',
      joinBytes([bytesFromHex(HASH), Uint8Array.of(0x45, 0, 0, 0, 1)]),
    ],
    ['an extensions flag without extensions', registration(16, 0xc5)],
    ['extensions that are no map', registration(16, 0xc5, Uint8Array.of(0x01))],
    ['extensions without the flag', registration(16, 0x45, EXTENSIONS)],
    ['an empty credential id', registration(0)],
    ['a credential id above 1023 bytes', registration(1024)],
    ['a cut key', registration(16).slice(0, -1)],
  ])('error: refuses %s', (_, bytes) => {
    expect(() => parseAuthenticatorData(bytes)).toThrow(AuthenticatorDataError)
  })

  test('behavior: reads or refuses any bytes and throws no other error', () => {
    fc.assert(
      fc.property(bytesBetween(0, 200), (bytes) => {
        try {
          parseAuthenticatorData(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(AuthenticatorDataError)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
