import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { chromiumAssertions } from '#protocol/testing/chromium-assertions.ts'
import { webauthnVectors } from '#protocol/testing/vectors.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Assertion, Authenticator, Registration } from './authenticator.ts'
import { createPasskey, type Passkey } from './create-passkey.ts'
import { signDigest } from './sign-digest.ts'

/*
 * Gives the widget published responses that it did not request. They come from the standard (W3C WebAuthn L3,
 * "Test Vectors") and from Chromium.
 */

const { signal } = new AbortController()
const P256_HALF = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replace(/^0x/, ''), 'hex'))

/** A device that always returns the same response. */
function answering(answer: { registration?: Registration; assertion?: Assertion }): Authenticator {
  return {
    create: async () => answer.registration ?? Promise.reject(new Error('no registration')),
    get: async () => answer.assertion ?? Promise.reject(new Error('no assertion')),
    rename: () => {},
  }
}

const clientDataSchema = z.object({ challenge: z.string() })

/** Registers with the challenge of the published response. */
async function register(
  authenticator: Authenticator,
  rpId: string,
  { clientDataJSON }: Registration,
): Promise<Passkey> {
  const { challenge } = clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON).toString('utf8')))
  const random = (length: number) => new Uint8Array(bytesFromBase64Url(challenge)).slice(0, length)
  const wallet = { kind: 'created', chainId: 1 } as const
  const request = { rpId, organizationName: 'Demo', userName: 'a', displayName: 'b', wallet }
  return createPasskey({ authenticator, random }, request, signal)
}

/** The outcome in one word: the signed digest, or the error's code and detail. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: WidgetError) => `${error.code} ${error.detail ?? ''}`.trim(),
  )
}

describe('WebAuthn L3 test vectors', () => {
  const pairs = webauthnVectors().map(({ anchor, registration, authentication }) => ({
    name: anchor.replace('sctn-test-vectors-', ''),
    digest: `0x${authentication['challenge'] ?? ''}` as Hex,
    registration: {
      credentialId: bytes(registration['credential_id'] ?? ''),
      clientDataJSON: bytes(registration['clientDataJSON'] ?? ''),
      attestationObject: bytes(registration['attestationObject'] ?? ''),
    },
    assertion: {
      credentialId: bytes(registration['credential_id'] ?? ''),
      clientDataJSON: bytes(authentication['clientDataJSON'] ?? ''),
      authenticatorData: bytes(authentication['authenticatorData'] ?? ''),
      signature: bytes(authentication['signature'] ?? ''),
    },
  }))
  /** The registrations with both user flags set. */
  const VERIFIED = [
    'none-es256-crossOrigin',
    'none-es256-topOrigin',
    'none-es256-long-credential-id',
    'packed-es256',
    'tpm-es256',
  ]

  test.each(pairs.map(({ name, registration }) => [name, registration] as const))(
    'behavior: the registration %s becomes a passkey only if it is ES256 and the user was verified',
    async (name, registration) => {
      const outcome = await outcomeOf(register(answering({ registration }), 'example.org', registration))
      const isEs256 = /es256|tpm|android|apple|u2f/.test(name)
      const isVerified = (flagsOf(registration.attestationObject) & 0x05) === 0x05
      const expected = isVerified
        ? 'PASSKEY_UNSUITABLE another algorithm'
        : 'PASSKEY_UNSUITABLE the user was not verified'
      expect(outcome).toBe(isEs256 && isVerified ? 'accepted' : expected)
    },
  )

  test('behavior: accepts assertions of verified users with the key from their attestation and a low s, and rejects the others', async () => {
    const accepted: string[] = []
    for (const { name, digest, registration, assertion } of pairs) {
      const key = await register(
        answering({ registration: verified(registration) }),
        'example.org',
        registration,
      ).catch(() => undefined)
      if (key === undefined) continue
      const passkey = { rpId: 'example.org', qx: key.qx, qy: key.qy }
      const outcome = await outcomeOf(signDigest(answering({ assertion }), { digest, passkey }, signal))
      if (outcome === 'accepted') {
        accepted.push(name)
        const { s } = decodeSignature(await signDigest(answering({ assertion }), { digest, passkey }, signal))
        expect(s).toBeLessThanOrEqual(P256_HALF)
      } else expect(outcome, name).toBe('PASSKEY_UNSUITABLE the user was not verified')
    }
    expect(accepted.toSorted()).toEqual(VERIFIED.toSorted())
  })

  test('error: rejects another digest, another domain or another key', async () => {
    const [pair] = pairs.filter(({ name }) => name === 'packed-es256')
    if (pair === undefined) throw new Error('no pair')
    const { digest, assertion } = pair
    const { qx, qy } = await register(answering(pair), 'example.org', pair.registration)
    const passkey = { rpId: 'example.org', qx, qy }
    const ask = (change: object, asked = digest) =>
      outcomeOf(
        signDigest(answering({ assertion }), { digest: asked, passkey: { ...passkey, ...change } }, signal),
      )
    expect(await ask({})).toBe('accepted')
    expect(await ask({}, `0x${'11'.repeat(32)}`)).toBe('PASSKEY_UNSUITABLE the passkey signed something else')
    expect(await ask({ rpId: 'example.com' })).toBe(
      'PASSKEY_UNSUITABLE the passkey signed for another domain',
    )
    const registration = pairs.find(({ name }) => name === 'tpm-es256')?.registration ?? pair.registration
    const other = await register(answering({ registration }), 'example.org', registration)
    expect(await ask({ qx: other.qx, qy: other.qy })).toMatch(/^PASSKEY_WRONG/)
  })
})

describe('assertions created by Chromium', () => {
  test('behavior: each is accepted only if its verdict says so, with the recorded bytes', async () => {
    const seen = new Set<string>()
    for (const { assertion: recorded, registration } of chromiumAssertions().cases) {
      const { rpId, qx, qy } = registration
      const assertion = {
        credentialId: new Uint8Array(20),
        clientDataJSON: new TextEncoder().encode(recorded.clientDataJSON),
        authenticatorData: bytes(recorded.authenticatorData),
        signature: bytes(recorded.derSignature),
      }
      const { digest } = recorded
      const signed = signDigest(answering({ assertion }), { digest, passkey: { rpId, qx, qy } }, signal)
      seen.add(recorded.verdict)
      if (recorded.verdict === 'accepted') expect(await signed).toBe(recorded.signature)
      else expect(await outcomeOf(signed)).toBe('PASSKEY_UNSUITABLE the user was not verified')
    }
    expect([...seen].toSorted()).toEqual(['accepted', 'user-not-verified'])
  })
})

const AUTH_DATA = Buffer.from('hauthData')

function flagsAt(object: Uint8Array): number {
  const start = Buffer.from(object).indexOf(AUTH_DATA) + AUTH_DATA.length
  return start + (object[start] === 0x59 ? 3 : 2) + 32
}

function flagsOf(object: Uint8Array): number {
  return object[flagsAt(object)] ?? 0
}

/** The registration with the user verification flag set, to read its key. */
function verified(registration: Registration): Registration {
  const attestationObject = registration.attestationObject.slice()
  attestationObject[flagsAt(attestationObject)] = flagsOf(attestationObject) | 0x05
  return { ...registration, attestationObject }
}
