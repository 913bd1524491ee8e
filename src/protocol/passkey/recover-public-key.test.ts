import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodeDerSignature } from './der.ts'
import {
  commonPublicKey,
  keyCandidates,
  type KeyCoordinates,
  recoverPublicKeys,
} from './recover-public-key.ts'
import { P256_ORDER } from './low-s.ts'

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

const sha256 = (message: Uint8Array) => bytes(createHash('sha256').update(message).digest())

function isSignedBy({ qx, qy }: KeyCoordinates, message: Uint8Array, signature: Uint8Array): boolean {
  const [x, y] = [qx, qy].map((coordinate) => Buffer.from(coordinate, 'hex').toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  return verify('sha256', message, publicKey, signature)
}

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
      for (const key of candidates)
        expect(isSignedBy(key, signedBytes(authenticatorData, clientDataJson), signature)).toBe(true)
    }
  })

  test('behavior: agrees with an independent implementation on 200 signatures, high s and low', () => {
    for (let round = 0; round < 200; round += 1) {
      const { key, assertion } = newKey()
      const { authenticatorData, clientDataJson, signature } = assertion()
      const { r, s } = decodeDerSignature(signature)
      const hash = sha256(signedBytes(authenticatorData, clientDataJson))
      for (const scalar of [s, P256_ORDER - s])
        expect(keyCandidates(hash, der(r, scalar))).toContainEqual(key)
    }
  })

  test('behavior: an r that stands for two points gives the keys of both', () => {
    // Points whose x is between the order and the field prime are too rare to meet: r is chosen, not signed.
    const message = randomBytes(32)
    const lengths = new Set<number>()
    for (let r = 1n; r <= 40n; r += 1n) {
      const signature = der(r, 7n)
      const candidates = keyCandidates(sha256(message), signature)
      for (const key of candidates) expect(isSignedBy(key, message, signature)).toBe(true)
      lengths.add(new Set(candidates.map(({ qx, qy }) => qx + qy)).size)
    }
    expect([...lengths].every((length) => length === 0 || length === 2 || length === 4)).toBe(true)
    expect(lengths).toContain(4)
  })

  test('behavior: coordinates with leading zeros keep their 64 digits', () => {
    let found = 0
    while (found < 3) {
      const { key, assertion } = newKey()
      if (!key.qx.startsWith('00') && !key.qy.startsWith('00')) continue
      found += 1
      expect(recoverPublicKeys(assertion())).toContainEqual(key)
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
