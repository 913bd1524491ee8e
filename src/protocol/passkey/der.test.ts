import { p256 } from '@noble/curves/nist.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesFromHex, joinBytes } from '#protocol/signing/hex.ts'
import { bytesBetween, flipped } from '#protocol/testing/arbitraries.ts'
import { tryResult } from '#protocol/testing/outcome.ts'
import { verifyP256 } from '#protocol/testing/p256.ts'
import { publicKeyFromSpki } from '#protocol/testing/registration.ts'
import { derVectors, p1363Vectors, type EcdsaVector } from '#protocol/testing/vectors.ts'
import { decodeDerSignature, DerError } from './der.ts'
import { isLowS, lowS, P256_ORDER } from './low-s.ts'
import { coordinateHex } from './public-key.ts'

const scalars = fc.oneof(
  fc.bigInt({ min: 1n, max: P256_ORDER - 1n }),
  fc.nat({ max: 255 }).map((power) => 2n ** BigInt(power)),
  fc.constantFrom(1n, 127n, 128n, 255n, 256n, P256_ORDER - 1n, P256_ORDER / 2n, P256_ORDER / 2n + 1n),
)

describe('decodeDerSignature', () => {
  test('behavior: reads signatures written by noble', () => {
    fc.assert(
      fc.property(scalars, scalars, (r, s) => {
        expect(decodeDerSignature(new p256.Signature(r, s).toBytes('der'))).toEqual({ r, s })
      }),
      { numRuns: 1_000 },
    )
  })

  test('behavior: after one flipped bit, agrees with noble or refuses', () => {
    fc.assert(
      fc.property(
        fc.tuple(scalars, scalars).chain(([r, s]) => flipped(new p256.Signature(r, s).toBytes('der'))),
        (bytes) => {
          const ours = tryResult(() => decodeDerSignature(bytes))
          const theirs = tryResult(() => p256.Signature.fromBytes(bytes, 'der'))
          if (ours === undefined) expect(theirs).toBeUndefined()
          else if (!isPadded(bytes)) expect(ours).toEqual({ r: theirs?.r, s: theirs?.s })
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('behavior: refuses random bytes and never reads past the end', () => {
    fc.assert(
      fc.property(bytesBetween(0, 80), (bytes) => {
        const sequence = joinBytes([Uint8Array.of(0x30, bytes.length), bytes])
        const read = tryResult(() => decodeDerSignature(sequence))
        if (read !== undefined && !isPadded(sequence))
          expect(new p256.Signature(read.r, read.s).toBytes('der')).toEqual(sequence)
      }),
      { numRuns: 3_000 },
    )
  })

  test.each([
    ['nothing', '', 'signature must start with a DER sequence'],
    ['a set', '3106020101020101', 'signature must start with a DER sequence'],
    ['a long-form length', '308106020101020101', 'signature: the sequence must fill all the bytes'],
    ['an indefinite length', '30800201010201010000', 'signature: the sequence must fill all the bytes'],
    ['a byte after the sequence', '300602010102010100', 'signature: the sequence must fill all the bytes'],
    ['a byte after s', '300702010102010100', 'signature has bytes after s'],
    ['r of 0', '3006020100020101', 'signature: r and s must be from 1 to n-1'],
    ['s of 0', '3006020101020100', 'signature: r and s must be from 1 to n-1'],
    ['a negative r', '3006020181020101', 'signature: r and s must not be negative'],
    ['an empty s', '30050201010200', 'signature: r and s must be DER integers'],
    ['s missing', '3003020101', 'signature: r and s must be DER integers'],
    ['s cut', '3006020101020201', 'signature: r and s must be DER integers'],
    ['a bit string', '3006020101030101', 'signature: r and s must be DER integers'],
    ['r of n', `3026022100${P256_ORDER.toString(16)}020101`, 'signature: r and s must be from 1 to n-1'],
    ['s of n', `3026020101022100${P256_ORDER.toString(16)}`, 'signature: r and s must be from 1 to n-1'],
    ['r of 34 bytes', `302702220001${'11'.repeat(32)}020101`, 'signature: r and s must be DER integers'],
    ['71 bytes after the header', `3047${'00'.repeat(71)}`, 'signature is too long for DER over P-256'],
    [
      '34 bytes of padded r',
      `302702220000${'11'.repeat(32)}020101`,
      'signature: r and s must be DER integers',
    ],
    ['only zeros', '300702020000020101', 'signature: r and s must be from 1 to n-1'],
  ])('error: refuses %s', (_, hex, message) => {
    expect(() => decodeDerSignature(bytesFromHex(`0x${hex}`))).toThrow(new DerError(message))
    expect(new DerError(message).name).toBe('DerError')
  })
})

test.each([
  ['a padded r', '300702020001020101', 1n, 1n],
  ['both padded', '3008020200010202007f', 1n, 0x7fn],
  [
    'an authenticator in the field (go-webauthn/webauthn 408)',
    '3045022000541b535861116144d6c8743d7b9ef035739dbe86ceb5f3a10f0d07e90b9bce022100ebbecbdf333090a98cdab042daf1f2681e56e700cd31a0f9990e170217a86e3f',
    0x541b535861116144d6c8743d7b9ef035739dbe86ceb5f3a10f0d07e90b9bcen,
    0xebbecbdf333090a98cdab042daf1f2681e56e700cd31a0f9990e170217a86e3fn,
  ],
])('behavior: reads the signature of %s', (_, hex, r, s) => {
  expect(decodeDerSignature(bytesFromHex(`0x${hex}`))).toEqual({ r, s })
})

/** Whether an integer of a signature has an unnecessary leading zero. */
function isPadded(bytes: Uint8Array): boolean {
  const second = 4 + (bytes[3] ?? 0)
  return [4, second + 2].some((first) => {
    const [top = 1, next = 0] = bytes.subarray(first)
    return top === 0 && (bytes[first - 1] ?? 0) > 1 && next < 0x80
  })
}

describe('lowS', () => {
  test('behavior: the result is low, and the pair stays the same signature', () => {
    fc.assert(
      fc.property(scalars, (s) => {
        expect(isLowS(lowS(s))).toBe(true)
        expect(lowS(s) === s || lowS(s) + s === P256_ORDER).toBe(true)
        expect(lowS(P256_ORDER - s)).toBe(lowS(s))
      }),
    )
  })

  test('param: the order equals noble’s', () => {
    expect(P256_ORDER).toBe(p256.Point.Fn.ORDER)
    expect(isLowS(P256_ORDER / 2n)).toBe(true)
    expect(isLowS(P256_ORDER / 2n + 1n)).toBe(false)
  })
})

const der = derVectors()
describe.skipIf(der === undefined)('Wycheproof, DER', () => {
  test('behavior: decoder and verification agree with all 484 verdicts: 174 accepted, 310 refused', () => {
    const accepted = (der ?? []).filter((vector) => {
      const verdict = derVerdict(vector)
      expect(verdict, `${vector.tcId}: ${vector.comment}`).toBe(vector.valid)
      return verdict
    })
    expect([der?.length, accepted.length]).toEqual([484, 174])
  })

  test('behavior: a low s keeps every accepted signature valid', () => {
    for (const vector of (der ?? []).filter(({ valid }) => valid)) {
      const { r, s } = decodeDerSignature(Buffer.from(vector.sig, 'hex'))
      expect(verifies(vector, r, lowS(s)), vector.comment).toBe(true)
    }
  })
})

const p1363 = p1363Vectors()
describe.skipIf(p1363 === undefined)('Wycheproof, P1363', () => {
  test('behavior: range, low s and verification: 103 accepted unchanged, 70 more after s becomes low', () => {
    const counts = { low: 0, high: 0, refused: 0 }
    for (const vector of p1363 ?? []) {
      const [r, s] = [vector.sig.slice(0, 64), vector.sig.slice(64)].map((digits) =>
        BigInt(`0x${digits || '0'}`),
      )
      const wellFormed = vector.sig.length === 128 && r !== undefined && s !== undefined
      const valid = wellFormed && inRange(r) && inRange(s) && verifies(vector, r, s)
      expect(valid, `${vector.tcId}: ${vector.comment}`).toBe(vector.valid)
      if (!valid) counts.refused += 1
      else if (isLowS(s)) counts.low += 1
      else {
        counts.high += 1
        expect(verifies(vector, r, lowS(s)), vector.comment).toBe(true)
      }
    }
    expect(counts).toEqual({ low: 103, high: 70, refused: 89 })
  })
})

function derVerdict(vector: EcdsaVector): boolean {
  const decoded = tryResult(() => decodeDerSignature(Buffer.from(vector.sig, 'hex')))
  return decoded !== undefined && verifies(vector, decoded.r, decoded.s)
}

function verifies(vector: EcdsaVector, r: bigint, s: bigint): boolean {
  const key = publicKeyFromSpki(Buffer.from(vector.publicKeyDer, 'hex'))
  const rs = Buffer.from(coordinateHex(r) + coordinateHex(s), 'hex')
  return verifyP256(key, Buffer.from(vector.msg, 'hex'), rs)
}

function inRange(scalar: bigint): boolean {
  return scalar > 0n && scalar < P256_ORDER
}
