import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { bytesFromHex, HexError, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { decodeSignature, type WebAuthnSignature } from '#protocol/signing/signature.ts'
import { flipped, hexBytes } from '#protocol/testing/arbitraries.ts'
import { tryResult } from '#protocol/testing/outcome.ts'
import { softwarePasskey, usualClientData, verifyP256, type Assertion } from '#protocol/testing/p256.ts'
import { publicKeyFromAuthenticatorData } from '#protocol/testing/registration.ts'
import { webauthnVectors } from '#protocol/testing/vectors.ts'
import { base64Url } from './base64-url.ts'
import { decodeDerSignature } from './der.ts'
import { isLowS, lowS, P256_ORDER } from './low-s.ts'
import { rpIdHash } from './rp-id.ts'
import { checkAssertion } from './verify-assertion.ts'

const HASH = rpIdHash('example.org')
const DIGEST: Hex = `0x${'5a'.repeat(32)}`
const passkey = softwarePasskey(new Uint8Array(32).fill(7), HASH)

/** The service's whole verdict: our rules and then ECDSA. */
function verdict(
  signature: WebAuthnSignature,
  digest: Hex = DIGEST,
  key = { x: passkey.x, y: passkey.y },
): string {
  const check = checkAssertion({ digest, signature, rpIdHash: HASH })
  if (!check.ok) return check.reason
  return verifyP256(key, check.signedBytes, check.rs) ? 'accepted' : 'ecdsa'
}

function signatureOf(assertion: Assertion): WebAuthnSignature {
  return decodeSignature(signatureFromAssertion(assertion))
}

describe('checkAssertion', () => {
  test('behavior: accepts a passkey’s signatures over many digests', () => {
    fc.assert(
      fc.property(hexBytes(32, 32), (digest) => {
        expect(verdict(signatureOf(passkey.sign(digest)), digest)).toBe('accepted')
      }),
      { numRuns: 100 },
    )
  })

  test('behavior: returns the client data for the rule on origins', () => {
    const check = checkAssertion({
      digest: DIGEST,
      signature: signatureOf(passkey.sign(DIGEST)),
      rpIdHash: HASH,
    })
    expect(check).toMatchObject({
      ok: true,
      clientData: { origin: 'https://example.org', crossOrigin: false },
    })
  })

  test('behavior: refuses an assertion with one flipped bit anywhere', () => {
    const signature = signatureOf(passkey.sign(DIGEST))
    const encoded = bytesFromHex(signatureFromAssertion(passkey.sign(DIGEST)))
    fc.assert(
      fc.property(flipped(encoded), (bytes) => {
        const decoded = tryResult(() => decodeSignature(hexFromBytes(bytes)))
        if (decoded !== undefined) expect(verdict(decoded)).not.toBe('accepted')
      }),
      { numRuns: 1_000 },
    )
    for (const bit of [0, 7, 100, 255]) {
      const digest: Hex = `0x${(BigInt(DIGEST) ^ (1n << BigInt(bit))).toString(16).padStart(64, '0')}`
      expect(verdict(signature, digest)).toBe('challenge')
    }
  })

  test.each([
    ['user-not-present', { flags: 0x04 }],
    ['user-not-verified', { flags: 0x01 }],
    ['user-not-present', { flags: 0x00 }],
    ['backup-state', { flags: 0x15 }],
    ['accepted', { flags: 0x05 }],
    ['accepted', { flags: 0x0d }],
    ['accepted', { flags: 0x1d }],
    ['rp-id-hash', { rpIdHash: rpIdHash('example.com') }],
    ['rp-id-hash', { rpIdHash: rpIdHash('a.example.org') }],
    ['authenticator-data', { authenticatorData: bytesFromHex(HASH) }],
    ['authenticator-data', { authenticatorData: joinBytes([bytesFromHex(HASH), Uint8Array.of(5, 0, 0, 0)]) }],
    ['authenticator-data', { authenticatorData: new Uint8Array() }],
    ['type', { clientDataJSON: usualClientData(DIGEST).replace('.get', '.create') }],
    ['type', { clientDataJSON: usualClientData(DIGEST).replace('webauthn.get', 'payment.get') }],
    ['challenge', { clientDataJSON: usualClientData(`0x${'5b'.repeat(32)}`) }],
    ['challenge', { clientDataJSON: usualClientData(DIGEST).replace('WlpaWl', 'WlpaWl=') }],
    ['challenge', { clientDataJSON: usualClientData(`${DIGEST}00`) }],
    ['challenge', { clientDataJSON: usualClientData('0x') }],
    [
      'accepted',
      { clientDataJSON: usualClientData(DIGEST).replace('}', ',"other_keys_can_be_added_here":"x"}') },
    ],
    ['accepted', { clientDataJSON: firefoxOrder(DIGEST) }],
  ])('behavior: %s for %j', (expected, changes) => {
    expect(verdict(signatureOf(passkey.sign(DIGEST, changes)))).toBe(expected)
  })

  test('error: refuses indexes of a decoy in an otherwise valid assertion', () => {
    const challenge = base64Url(bytesFromHex(DIGEST))
    const clientDataJSON = usualClientData(DIGEST).replace(
      '{',
      `{"a":{"type":"webauthn.get","challenge":"${challenge}"},`,
    )
    const signature = signatureOf(passkey.sign(DIGEST, { clientDataJSON }))
    expect(verdict(signature)).toBe('accepted')
    const decoy = { challengeIndex: BigInt(clientDataJSON.indexOf('"challenge"')) }
    expect(verdict({ ...signature, ...decoy })).toBe('indexes')
    expect(verdict({ ...signature, typeIndex: BigInt(clientDataJSON.indexOf('"type"')) })).toBe('indexes')
    expect(verdict({ ...signature, typeIndex: 2n ** 255n })).toBe('indexes')
    expect(verdict({ ...signature, typeIndex: signature.challengeIndex })).toBe('indexes')
  })

  test.each([
    ['white space before a key', (json: string) => json.replace(',"challenge"', ', "challenge"')],
    ['white space before the first key', (json: string) => json.replace('{"type"', '{ "type"')],
    ['white space before all of it', (json: string) => ` ${json}`],
    ['an escape in the type', (json: string) => json.replace('webauthn.get', String.raw`webauthn\u002eget`)],
    [
      'an escape in the challenge',
      (json: string) =>
        json.replace(/"challenge":"(.)/, (_, first: string) => {
          const code = first.charCodeAt(0).toString(16).padStart(4, '0')
          return String.raw`"challenge":"\u${code}`
        }),
    ],
  ])('error: refuses %s, as the contract does', (_, change) => {
    const clientDataJSON = change(usualClientData(DIGEST))
    expect(verdict(signatureOf(passkey.sign(DIGEST, { clientDataJSON })))).toBe('indexes')
  })

  test('error: refuses a decoy of the wanted challenge next to another one', () => {
    const other = usualClientData(`0x${'77'.repeat(32)}`)
    const challenge = base64Url(bytesFromHex(DIGEST))
    const clientDataJSON = other.replace('}', `,"b":{"challenge":"${challenge}"}}`)
    const signature = signatureOf(passkey.sign(DIGEST, { clientDataJSON }))
    const challengeIndex = BigInt(clientDataJSON.lastIndexOf('"challenge"'))
    expect(verdict({ ...signature, challengeIndex })).toBe('challenge')
  })

  test('error: refuses scalars out of range and a high s', () => {
    const signature = signatureOf(passkey.sign(DIGEST))
    expect(verdict({ ...signature, r: 0n })).toBe('r-range')
    expect(verdict({ ...signature, r: P256_ORDER })).toBe('r-range')
    expect(verdict({ ...signature, s: 0n })).toBe('s-range')
    expect(verdict({ ...signature, s: P256_ORDER })).toBe('s-range')
    expect(verdict({ ...signature, s: 2n ** 256n - 1n })).toBe('s-range')
    expect(verdict({ ...signature, s: P256_ORDER - signature.s })).toBe('high-s')
    expect(verdict({ ...signature, r: signature.r ^ 1n })).toBe('ecdsa')
  })

  test('error: malformed bytes and texts are refused without an exception', () => {
    const signature = signatureOf(passkey.sign(DIGEST))
    expect(verdict({ ...signature, authenticatorData: '0x0' })).toBe('authenticator-data')
    expect(verdict({ ...signature, clientDataJSON: '\ud800' })).toBe('client-data')
    const half = signature.clientDataJSON.replace('}', ',"a":"\ud800"}')
    expect(verdict({ ...signature, clientDataJSON: half })).toBe('client-data')
    expect(verdict({ ...signature, clientDataJSON: '{' })).toBe('client-data')
    expect(verdict({ ...signature, clientDataJSON: '{"type":"webauthn.get"}' })).toBe('client-data')
    const twice = signature.clientDataJSON.replace('}', ',"type":"webauthn.get"}')
    expect(verdict({ ...signature, clientDataJSON: twice })).toBe('client-data')
  })

  test('error: a fault of the program is not returned as a refusal', () => {
    const signature = signatureOf(passkey.sign(DIGEST))
    const faulty = {
      ...signature,
      get authenticatorData(): Hex {
        throw new Error('a fault')
      },
    }
    expect(() => verdict(faulty)).toThrow('a fault')
    expect(() => verdict(signature, '0x5')).toThrow(HexError)
  })

  test('param: the case of digest and rpIdHash does not matter', () => {
    const signature = signatureOf(passkey.sign(DIGEST))
    expect(checkAssertion({ digest: upper(DIGEST), signature, rpIdHash: upper(HASH) }).ok).toBe(true)
  })
})

const vectors = webauthnVectors()
describe('WebAuthn L3', () => {
  const es256 = vectors.filter(({ anchor }) => /es256|tpm|android|apple|u2f/.test(anchor))

  test('behavior: reads the keys of the 10 ES256 pairs and refuses the other 5 at registration', () => {
    expect([vectors.length, es256.length]).toEqual([15, 10])
    for (const vector of vectors) {
      const read = tryResult(() => publicKeyFromAuthenticatorData(attestedData(vector.registration)))
      expect(read !== undefined, vector.title).toBe(es256.includes(vector))
    }
  })

  test('behavior: accepts 5 after s becomes low, refuses 5 for user verification', () => {
    const results = es256.map(({ registration, authentication, anchor }) => {
      const key = publicKeyFromAuthenticatorData(attestedData(registration))
      const digest: Hex = `0x${authentication['challenge'] ?? ''}`
      const signature = signatureOf({
        authenticatorData: bytesOf(authentication, 'authenticatorData'),
        clientDataJSON: bytesOf(authentication, 'clientDataJSON'),
        signature: bytesOf(authentication, 'signature'),
      })
      return { anchor: anchor.replace('sctn-test-vectors-', ''), result: verdict(signature, digest, key) }
    })
    const accepted = results.filter(({ result }) => result === 'accepted').map(({ anchor }) => anchor)
    expect(accepted.toSorted()).toEqual([
      'none-es256-crossOrigin',
      'none-es256-long-credential-id',
      'none-es256-topOrigin',
      'packed-es256',
      'tpm-es256',
    ])
    expect(results.filter(({ result }) => result === 'user-not-verified')).toHaveLength(5)
  })

  test('behavior: all 10 signatures are valid on their own, 6 of them with a high s', () => {
    let high = 0
    for (const { registration, authentication, title } of es256) {
      const { r, s } = decodeDerSignature(bytesOf(authentication, 'signature'))
      if (!isLowS(s)) high += 1
      const key = publicKeyFromAuthenticatorData(attestedData(registration))
      const assertion = {
        authenticatorData: verified(bytesOf(authentication, 'authenticatorData')),
        clientDataJSON: bytesOf(authentication, 'clientDataJSON'),
        signature: bytesOf(authentication, 'signature'),
      }
      const signature = { ...signatureOf(assertion), s: lowS(s) }
      const digest: Hex = `0x${authentication['challenge'] ?? ''}`
      const check = checkAssertion({ digest, signature, rpIdHash: HASH })
      expect(check.ok, title).toBe(true)
      if (!check.ok) continue
      const original = joinBytes([bytesOf(authentication, 'authenticatorData'), check.signedBytes.slice(-32)])
      expect(verifyP256(key, original, check.rs), title).toBe(true)
      expect(signature.r).toBe(r)
    }
    expect(high).toBe(6)
  })
})

function firefoxOrder(digest: Hex): string {
  return `{"challenge":"${base64Url(bytesFromHex(digest))}","origin":"https://example.org","type":"webauthn.get"}`
}

/** The data with the flag of user verification set, to test the other rules alone. */
function verified(authenticatorData: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(authenticatorData)
  copy[32] = (copy[32] ?? 0) | 0x04
  return copy
}

/** authData inside an attestation object: the byte string after its name. */
function attestedData(registration: Record<string, string>): Uint8Array {
  const object = Buffer.from(bytesOf(registration, 'attestationObject'))
  const start = object.indexOf(Buffer.from('hauthData')) + 9
  const wide = object[start] === 0x59
  const length = wide ? object.readUInt16BE(start + 1) : (object[start + 1] ?? 0)
  const from = start + (wide ? 3 : 2)
  return object.subarray(from, from + length)
}

function bytesOf(ceremony: Record<string, string>, name: string): Uint8Array {
  return Buffer.from(ceremony[name] ?? '', 'hex')
}

function upper(hex: Hex): Hex {
  return `0x${hex.slice(2).toUpperCase()}`
}
