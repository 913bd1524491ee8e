import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { describe, expect, test } from 'vitest'
import { keyCandidates, type KeyCoordinates } from './key-candidates.ts'
import { P256_ORDER } from './low-s.ts'
import { affine, multiply, P256_BASE } from './p256.ts'
import { commonPublicKey, recoverPublicKeys } from './recover-public-key.ts'

const bytes = (buffer: Uint8Array) => new Uint8Array(buffer)
const clientData = () =>
  bytes(
    Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: randomBytes(32).toString('base64url') })),
  )
const signedBytes = (authenticatorData: Uint8Array, clientDataJson: Uint8Array) =>
  Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJson).digest()])

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [qx, qy] = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url').toString('hex'))
  const key: KeyCoordinates = { qx: qx!.padStart(64, '0'), qy: qy!.padStart(64, '0') }
  function assertion() {
    const authenticatorData = bytes(randomBytes(37))
    const clientDataJson = clientData()
    const signature = bytes(sign('sha256', signedBytes(authenticatorData, clientDataJson), privateKey))
    return { authenticatorData, clientDataJson, signature }
  }
  return { key, assertion }
}

/** DER of r and s, for signatures that Node does not make. */
function der(r: bigint, s: bigint): Uint8Array {
  const integer = (value: bigint) => {
    const digits = value.toString(16)
    const plain = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
    const body = (plain[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), plain]) : plain
    return Buffer.concat([Buffer.of(2, body.length), body])
  }
  const both = Buffer.concat([integer(r), integer(s)])
  return bytes(Buffer.concat([Buffer.of(0x30, both.length), both]))
}

const hexOf = (value: bigint) => value.toString(16).padStart(64, '0')

describe('recovering a public key', () => {
  test('behavior: of 200 random keys, each is the one key that two of its assertions have in common', () => {
    for (let round = 0; round < 200; round += 1) {
      const { key, assertion } = newKey()
      const [one, two] = [recoverPublicKeys(assertion()), recoverPublicKeys(assertion())]
      expect(one).toContainEqual(key)
      expect(commonPublicKey(one, two)).toEqual(key)
    }
  })

  test('behavior: every candidate verifies the signature, and no other key is left out', () => {
    for (let round = 0; round < 40; round += 1) {
      const { assertion } = newKey()
      const { authenticatorData, clientDataJson, signature } = assertion()
      const candidates = recoverPublicKeys({ authenticatorData, clientDataJson, signature })
      expect(candidates).toHaveLength(2)
      for (const { qx, qy } of candidates) {
        const jwk = {
          kty: 'EC',
          crv: 'P-256',
          x: Buffer.from(qx, 'hex').toString('base64url'),
          y: Buffer.from(qy, 'hex').toString('base64url'),
        }
        const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
        expect(verify('sha256', signedBytes(authenticatorData, clientDataJson), publicKey, signature)).toBe(
          true,
        )
      }
    }
  })

  test('behavior: agrees with an independent implementation on 200 signatures, high s and low', () => {
    for (let round = 0; round < 200; round += 1) {
      const secret = p256.utils.randomSecretKey()
      const hash = bytes(randomBytes(32))
      const raw = p256.sign(hash, secret, { prehash: false, format: 'recovered', lowS: false })
      const { r, s, recovery } = p256.Signature.fromBytes(raw, 'recovered')
      const point = p256.Signature.fromBytes(raw, 'recovered').recoverPublicKey(hash).toAffine()
      expect(recovery).toBeDefined()
      for (const scalar of [s, P256_ORDER - s]) {
        expect(keyCandidates(hash, der(r, scalar))).toContainEqual({ qx: hexOf(point.x), qy: hexOf(point.y) })
      }
    }
  })

  test('behavior: an r that stands for two points gives the keys of both', () => {
    // Points whose x is between the order and the field prime are too rare to meet: r is chosen, not signed.
    const candidates = [...Array(40).keys()].map((step) =>
      keyCandidates(bytes(randomBytes(32)), der(BigInt(step + 1), 7n)),
    )
    const lengths = new Set(candidates.map(({ length }) => length))
    expect([...lengths].every((length) => length === 0 || length === 2 || length === 4)).toBe(true)
    expect(lengths).toContain(4)
  })

  test('behavior: coordinates with leading zeros keep their 64 digits', () => {
    let found = 0
    for (let secret = 1n; found < 3; secret += 1n) {
      const point = affine(multiply(P256_BASE, secret))
      if (point === undefined || (point.x >> 248n !== 0n && point.y >> 248n !== 0n)) continue
      found += 1
      const hash = bytes(randomBytes(32))
      const raw = p256.sign(hash, Buffer.from(hexOf(secret), 'hex'), { prehash: false, format: 'compact' })
      const { r, s } = p256.Signature.fromBytes(raw)
      expect(keyCandidates(hash, der(r, s))).toContainEqual({ qx: hexOf(point.x), qy: hexOf(point.y) })
    }
  })

  test('error: two passkeys, or one assertion twice, have no common key', () => {
    const [one, other] = [newKey(), newKey()]
    const candidates = recoverPublicKeys(one.assertion())
    expect(commonPublicKey(candidates, recoverPublicKeys(other.assertion()))).toBeNull()
    expect(commonPublicKey(candidates, candidates)).toBeNull()
    expect(commonPublicKey([], candidates)).toBeNull()
  })

  test('error: a signature that is no DER is refused', () => {
    const { assertion } = newKey()
    const broken = { ...assertion(), signature: new Uint8Array(64) }
    expect(() => recoverPublicKeys(broken)).toThrow(/DER/)
  })
})

describe('the curve', () => {
  test('behavior: multiples of the base point are those of an independent implementation', () => {
    for (let round = 0; round < 60; round += 1) {
      const secret = BigInt(`0x${randomBytes(32).toString('hex')}`) % P256_ORDER
      const expected = p256.Point.BASE.multiply(secret === 0n ? 1n : secret).toAffine()
      expect(affine(multiply(P256_BASE, secret === 0n ? 1n : secret))).toEqual({
        x: expected.x,
        y: expected.y,
      })
    }
    expect(affine(multiply(P256_BASE, P256_ORDER))).toBeUndefined()
  })
})
