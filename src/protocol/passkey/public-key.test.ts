import { createPublicKey } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinBytes } from '#protocol/signing/hex.ts'
import { bytesBetween, flipped, uint256 } from '#protocol/testing/arbitraries.ts'
import { catchError, tryResult } from '#protocol/testing/outcome.ts'
import {
  publicKeyFromAuthenticatorData,
  publicKeyFromCose,
  publicKeyFromSpki,
} from '#protocol/testing/registration.ts'
import { ecPointVectors, eip7951Vectors } from '#protocol/testing/vectors.ts'
import { P256_ORDER } from './low-s.ts'
import { coordinateHex, parsePublicKey, PublicKeyError } from './public-key.ts'

const P = p256.Point.Fp.ORDER
const points = fc
  .bigInt({ min: 1n, max: p256.Point.Fn.ORDER - 1n })
  .map((scalar) => p256.Point.BASE.multiply(scalar).toAffine())

describe('parsePublicKey', () => {
  test('behavior: agrees with noble on which coordinates are a point', () => {
    const mutated = fc.tuple(points, uint256, fc.nat({ max: 3 })).map(([point, other, change]) => {
      if (change === 0) return { x: other, y: point.y }
      if (change === 1) return { x: point.x, y: other }
      return change === 2 ? { x: point.y, y: point.x } : point
    })
    fc.assert(
      fc.property(mutated, ({ x, y }) => {
        expect(isTaken(x.toString(16), y.toString(16))).toBe(isPointToNoble(x, y))
      }),
      { numRuns: 500 },
    )
  })

  test('param: 0x, case and padding do not matter', () => {
    fc.assert(
      fc.property(points, ({ x, y }) => {
        const spellings = [
          x.toString(16),
          `0x${x.toString(16)}`,
          coordinateHex(x).toUpperCase(),
          `0x${coordinateHex(x)}`,
        ]
        for (const qx of spellings) expect(parsePublicKey(qx, coordinateHex(y))).toEqual({ x, y })
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    ['', 'qx', 'must be hex of 1 to 64 digits'],
    ['0x', 'qx', 'must be hex of 1 to 64 digits'],
    ['0X12', 'qx', 'must be hex of 1 to 64 digits'],
    ['12 ', 'qx', 'must be hex of 1 to 64 digits'],
    ['12\n', 'qx', 'must be hex of 1 to 64 digits'],
    ['-1', 'qx', 'must be hex of 1 to 64 digits'],
    ['g', 'qx', 'must be hex of 1 to 64 digits'],
    ['0'.repeat(65), 'qx', 'must be hex of 1 to 64 digits'],
    [P.toString(16), 'qx', 'below the prime'],
    ['f'.repeat(64), 'qx', 'below the prime'],
    ['1', 'key', 'not a point on the secp256r1 curve'],
  ])('error: refuses qx of %j', (qx, field, message) => {
    expect(catchError(() => parsePublicKey(qx, '1'))).toMatchObject({
      name: 'PublicKeyError',
      field,
      message: expect.stringContaining(message),
    })
  })

  test('error: names qy too, and refuses infinity and x + p', () => {
    const { x, y } = p256.Point.BASE.toAffine()
    expect(catchError(() => parsePublicKey('1', 'zz'))).toMatchObject({ field: 'qy' })
    expect(catchError(() => parsePublicKey('1', P.toString(16)))).toMatchObject({ field: 'qy' })
    expect(catchError(() => parsePublicKey('0', '0'))).toMatchObject({
      field: 'key',
      message: expect.stringContaining('infinity'),
    })
    expect(isTaken(y.toString(16), x.toString(16))).toBe(false)
    const small = p256.Point.fromAffine({ x: 5n, y: BigInt(`0x${SMALL_Y}`) }).toAffine()
    expect(isTaken(small.x.toString(16), small.y.toString(16))).toBe(true)
    expect(isTaken((small.x + P).toString(16), small.y.toString(16))).toBe(false)
  })
})

const SMALL_Y = '459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc'

describe('publicKeyFromSpki', () => {
  const base = p256.Point.BASE.toAffine()
  const spki = Buffer.from(
    `3059301306072a8648ce3d020106082a8648ce3d03010703420004${coordinateHex(base.x)}${coordinateHex(base.y)}`,
    'hex',
  )

  test('behavior: reads keys exported by node:crypto and agrees with it on flipped bits', () => {
    expect(publicKeyFromSpki(spki)).toEqual(base)
    fc.assert(
      fc.property(flipped(spki), (bytes) => {
        if (tryResult(() => publicKeyFromSpki(bytes)) === undefined) return
        const jwk = createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'spki' }).export({
          format: 'jwk',
        })
        expect(jwk.crv).toBe('P-256')
      }),
      { numRuns: 1_000 },
    )
  })

  test('error: refuses other lengths, compressed points and other curves', () => {
    const compressed = Buffer.from(
      `3039301306072a8648ce3d020106082a8648ce3d030107032200${'02'}${'11'.repeat(32)}`,
      'hex',
    )
    const hybrid = Buffer.from(spki)
    hybrid[26] = 0x06
    const k1 = Buffer.from(`3056301006072a8648ce3d020106052b8104000a03420004${'11'.repeat(64)}`, 'hex')
    for (const bytes of [
      new Uint8Array(),
      spki.subarray(1),
      Buffer.concat([spki, Buffer.of(0)]),
      compressed,
      hybrid,
      k1,
    ]) {
      expect(() => publicKeyFromSpki(bytes)).toThrow(PublicKeyError)
    }
    expect(() => publicKeyFromSpki(Buffer.concat([spki.subarray(0, 27), Buffer.alloc(64, 1)]))).toThrow(
      'not a point',
    )
    expect(() => publicKeyFromSpki(Buffer.concat([spki.subarray(0, 27), Buffer.alloc(64)]))).toThrow(
      'infinity',
    )
    expect(() => publicKeyFromSpki(Buffer.concat([spki.subarray(0, 27), Buffer.alloc(64, 0xff)]))).toThrow(
      'prime',
    )
  })
})

describe('publicKeyFromCose', () => {
  const { x, y } = p256.Point.BASE.toAffine()
  const cose = Buffer.from(`a5010203262001215820${coordinateHex(x)}225820${coordinateHex(y)}`, 'hex')

  test('behavior: reads the canonical ES256 key', () => {
    expect(publicKeyFromCose(cose)).toEqual({ x, y })
  })

  test.each([
    ['ES384', `a5010203382220022158${'30'}${'11'.repeat(48)}225830${'11'.repeat(48)}`],
    ['another order of members', `a5030126${cose.toString('hex').slice(10)}`],
    ['y as a sign', `a5010203262001215820${coordinateHex(x)}22f5`],
    ['a byte more', `${cose.toString('hex')}00`],
    ['a byte less', cose.toString('hex').slice(2)],
    ['EdDSA', `a4010103272006215820${coordinateHex(x)}`],
    ['nothing', ''],
  ])('error: refuses %s', (_, hex) => {
    expect(() => publicKeyFromCose(Buffer.from(hex, 'hex'))).toThrow(PublicKeyError)
  })

  test('error: an assertion contains no key', () => {
    const assertion = joinBytes([new Uint8Array(32), Uint8Array.of(5, 0, 0, 0, 1)])
    expect(() => publicKeyFromAuthenticatorData(assertion)).toThrow('not of a registration')
  })

  test('behavior: random bytes are never accepted', () => {
    fc.assert(fc.property(bytesBetween(77, 77), (bytes) => isRefused(() => publicKeyFromCose(bytes))))
  })
})

describe('coordinateHex', () => {
  test('behavior: writes 64 lower-case digits that read back', () => {
    fc.assert(
      fc.property(uint256, (value) => {
        expect(coordinateHex(value)).toMatch(/^[0-9a-f]{64}$/)
        expect(BigInt(`0x${coordinateHex(value)}`)).toBe(value)
      }),
    )
  })

  test('error: refuses a coordinate out of range', () => {
    expect(() => coordinateHex(-1n)).toThrow(RangeError)
    expect(() => coordinateHex(2n ** 256n)).toThrow(RangeError)
  })
})

const ecPoints = ecPointVectors()
describe.skipIf(ecPoints === undefined)('Wycheproof, ECDH points', () => {
  test('behavior: accepts the valid uncompressed ones of 355 points and refuses all others', () => {
    let taken = 0
    for (const vector of ecPoints ?? []) {
      const bytes = Buffer.from(vector.public, 'hex')
      const uncompressed = bytes.length === 65 && bytes[0] === 4
      const [qx, qy] = [vector.public.slice(2, 66), vector.public.slice(66)]
      const verdict = uncompressed && isTaken(qx, qy)
      expect(verdict, `${vector.tcId}: ${vector.flags.join()}`).toBe(vector.result === 'valid')
      if (verdict) taken += 1
    }
    expect([ecPoints?.length, taken]).toEqual([355, 330])
  })
})

const eip7951 = eip7951Vectors()
describe.skipIf(eip7951 === undefined)('EIP-7951', () => {
  test('behavior: our checks of key and range, followed by verification, give all 781 verdicts', () => {
    for (const { Input, Expected, Name } of eip7951 ?? []) {
      const [hash = '', r = '', s = '', qx = '', qy = ''] = Input.match(/.{64}/g) ?? []
      const taken = Input.length === 320 && isTaken(qx, qy)
      if (Input.length === 320) expect(taken, Name).toBe(isPointToNoble(BigInt(`0x${qx}`), BigInt(`0x${qy}`)))
      const verdict = taken && inRange(r) && inRange(s) && verifiesHash(hash, r + s, qx + qy)
      expect(verdict, Name).toBe(Expected !== '')
    }
    expect(eip7951).toHaveLength(781)
  })
})

function inRange(hex: string): boolean {
  const scalar = BigInt(`0x${hex}`)
  return scalar > 0n && scalar < P256_ORDER
}

/** Verifies with noble, because node:crypto always hashes first. */
function verifiesHash(hash: string, rs: string, key: string): boolean {
  return p256.verify(Buffer.from(rs, 'hex'), Buffer.from(hash, 'hex'), Buffer.from(`04${key}`, 'hex'), {
    prehash: false,
    lowS: false,
  })
}

function isPointToNoble(x: bigint, y: bigint): boolean {
  const point = tryResult(() => p256.Point.fromAffine({ x, y }))
  return point !== undefined && !point.is0() && tryResult(() => (point.assertValidity(), true)) === true
}

function isTaken(qx: string, qy: string): boolean {
  return !isRefused(() => parsePublicKey(qx, qy))
}

function isRefused(run: () => unknown): boolean {
  return catchError(run) instanceof PublicKeyError
}
