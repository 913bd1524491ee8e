import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseClientData } from '#protocol/passkey/client-data.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { isLowS, lowS } from '#protocol/passkey/low-s.ts'
import { originAllowed } from '#protocol/passkey/origin.ts'
import { parsePublicKey } from '#protocol/passkey/public-key.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { chromiumAssertions } from '#protocol/testing/chromium-assertions.ts'
import { verifyP256 } from '#protocol/testing/p256.ts'
import { publicKeyFromAuthenticatorData, publicKeyFromSpki } from '#protocol/testing/registration.ts'
import { viemDigest } from '#protocol/testing/viem-digest.ts'
import { signatureFromAssertion } from './assertion-signature.ts'
import { executeDigest } from './execute-digest.ts'
import { bytesFromHex } from './hex.ts'
import { decodeSignature } from './signature.ts'
import { bytesFromText } from './utf8.ts'
import { walletAddress } from './wallet-address.ts'

const { cases, ...file } = chromiumAssertions()

describe('assertions created by Chromium', () => {
  test('param: at least 60, with high and low s, extra members, frames and synced passkeys', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60)
    const count = (holds: (one: (typeof cases)[number]) => boolean) => cases.filter(holds).length
    expect(count(({ assertion }) => assertion.highS)).toBeGreaterThan(10)
    expect(count(({ assertion }) => !assertion.highS)).toBeGreaterThan(10)
    expect(
      count(({ assertion }) => assertion.clientDataJSON.includes('other_keys_can_be_added_here')),
    ).toBeGreaterThan(3)
    expect(
      count(({ assertion }) => assertion.clientDataJSON.includes('"topOrigin":')),
    ).toBeGreaterThanOrEqual(8)
    expect(count(({ assertion }) => assertion.authenticatorData.slice(66, 68) === '1d')).toBeGreaterThan(10)
    expect(count(({ assertion }) => assertion.verdict === 'user-not-verified')).toBeGreaterThanOrEqual(6)
  })

  test('behavior: SPKI, COSE and coordinates give the same key, and the key gives the wallet', () => {
    for (const registration of file.registrations) {
      const { x, y } = parsePublicKey(registration.qx, registration.qy)
      expect(publicKeyFromSpki(bytesFromHex(registration.spki))).toEqual({ x, y })
      expect(publicKeyFromAuthenticatorData(bytesFromHex(registration.authenticatorData))).toEqual({ x, y })
      expect(rpIdHash(registration.rpId)).toBe(registration.rpIdHash)
      expect(walletAddress({ factory: file.factory, qx: x, qy: y, rpIdHash: registration.rpIdHash })).toBe(
        registration.walletAddress,
      )
    }
  })

  test('behavior: our digests of the calls equal viem’s', () => {
    for (const { assertion } of cases) {
      expect(executeDigest(file.chainId, assertion.call)).toBe(assertion.digest)
      expect(viemDigest(file.chainId, assertion.call)).toBe(assertion.digest)
    }
  })

  test('behavior: the recorded signature follows from the response, with a low s and the scalars of DER', () => {
    for (const { assertion } of cases) {
      expect(
        signatureFromAssertion({
          authenticatorData: bytesFromHex(assertion.authenticatorData),
          clientDataJSON: bytesFromText(assertion.clientDataJSON),
          signature: bytesFromHex(assertion.derSignature),
        }),
      ).toBe(assertion.signature)
      const { r, s } = decodeDerSignature(bytesFromHex(assertion.derSignature))
      expect([assertion.r, assertion.s, !assertion.highS]).toEqual([r, lowS(s), isLowS(s)])
    }
  })

  test('behavior: each has its verdict, verified by node:crypto, and is refused for another digest or domain', () => {
    for (const { assertion, registration } of cases) {
      const signature = decodeSignature(assertion.signature)
      const check = checkAssertion({ digest: assertion.digest, signature, rpIdHash: registration.rpIdHash })
      expect(check.ok ? 'accepted' : check.reason).toBe(assertion.verdict)
      if (check.ok) {
        const key = parsePublicKey(registration.qx, registration.qy)
        expect(verifyP256(key, check.signedBytes, check.rs)).toBe(true)
      }
      const other: Hex = `0x${'00'.repeat(32)}`
      expect(checkAssertion({ digest: other, signature, rpIdHash: registration.rpIdHash }).ok).toBe(false)
      expect(checkAssertion({ digest: assertion.digest, signature, rpIdHash: other }).ok).toBe(false)
    }
  })

  test('behavior: the origin rule accepts each at its domain, and frames only below a registered origin', () => {
    for (const { assertion, registration } of cases) {
      const clientData = parseClientData(assertion.clientDataJSON)
      const allowed = (registeredDomain: string, embedOrigins: string[]) =>
        originAllowed({ ...clientData, registeredDomain, embedOrigins })
      const framed = clientData.topOrigin !== undefined
      expect(allowed(registration.rpId, [])).toBe(!framed)
      expect(allowed(registration.rpId, [clientData.topOrigin ?? ''])).toBe(true)
      expect(allowed('example.org', [clientData.topOrigin ?? ''])).toBe(false)
    }
  })
})
