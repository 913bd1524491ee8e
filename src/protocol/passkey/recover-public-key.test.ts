import { randomBytes } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { bytesFromHex, joinBytes } from '#protocol/signing/hex.ts'
import { softwarePasskey, verifyP256 } from '#protocol/testing/p256.ts'
import { decodeDerSignature } from './der.ts'
import { P256_ORDER } from './low-s.ts'
import { coordinateHex } from './public-key.ts'
import {
  commonPublicKey,
  keyCandidates,
  type KeyCoordinates,
  recoverPublicKeys,
} from './recover-public-key.ts'
import { rpIdHash } from './rp-id.ts'

const signedBytes = (authenticatorData: Uint8Array, clientDataJson: Uint8Array) =>
  joinBytes([authenticatorData, sha256(clientDataJson)])

function newKey() {
  const passkey = softwarePasskey(p256.utils.randomSecretKey(), rpIdHash('shop.example'))
  const key: KeyCoordinates = { qx: coordinateHex(passkey.x), qy: coordinateHex(passkey.y) }
  function assertion() {
    const challenge: Hex = `0x${randomBytes(32).toString('hex')}`
    const { clientDataJSON: clientDataJson, ...signed } = passkey.sign(challenge)
    return { ...signed, clientDataJson }
  }
  return { key, assertion }
}

/** DER of r and s, for signatures that nobody can create. */
const der = (r: bigint, s: bigint) => new p256.Signature(r, s).toBytes('der')

function isSignedBy({ qx, qy }: KeyCoordinates, message: Uint8Array, signature: Uint8Array): boolean {
  const { r, s } = decodeDerSignature(signature)
  const rs = bytesFromHex(`0x${coordinateHex(r)}${coordinateHex(s)}`)
  return verifyP256({ x: BigInt(`0x${qx}`), y: BigInt(`0x${qy}`) }, message, rs)
}

describe('recovering a public key', () => {
  test('behavior: for 200 random keys, each is the only key that two of its assertions have in common', () => {
    for (let round = 0; round < 200; round += 1) {
      const { key, assertion } = newKey()
      const [one, two] = [recoverPublicKeys(assertion()), recoverPublicKeys(assertion())]
      expect(one).toContainEqual(key)
      expect(commonPublicKey(one, two)).toEqual(key)
    }
  })

  test('behavior: every candidate verifies the signature, and no other key does', () => {
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

  test('behavior: an r with two points gives the keys of both', () => {
    // Points with an x between the order and the field prime are too rare to occur, so r is chosen instead of
    // signed.
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
    expect(commonPublicKey([{ qx: '1', qy: '2' }], [{ qx: '1', qy: '3' }])).toBeNull()
    expect(commonPublicKey([{ qx: '1', qy: '2' }], [{ qx: '3', qy: '2' }])).toBeNull()
  })

  test('error: refuses a signature that is not DER', () => {
    const { assertion } = newKey()
    const broken = { ...assertion(), signature: new Uint8Array(64) }
    expect(() => recoverPublicKeys(broken)).toThrow(/DER/)
  })
})
