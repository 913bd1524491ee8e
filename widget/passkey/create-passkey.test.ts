import { expect, test } from 'vitest'
import { base64Url, bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { parseUserHandle } from '#protocol/passkey/user-handle.ts'
import { publicKeyFromSpki } from '#protocol/testing/registration.ts'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import { createPasskey } from './create-passkey.ts'

const REQUEST = {
  rpId: 'shop.example',
  organizationName: 'Demo',
  userName: 'mira@example.com',
  displayName: 'Savings',
  wallet: { kind: 'created', chainId: 84_001 },
} as const
const signal = new AbortController().signal
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

test('behavior: getPublicKey() and the attestation object give the same key', async () => {
  const authenticator = createSoftwareAuthenticator()
  const { qx, qy } = await createPasskey({ authenticator, random }, REQUEST, signal)
  const { x, y } = publicKeyFromSpki(authenticator.publicKeySpki)
  expect([qx, qy]).toEqual([x, y].map(coordinateHex))
})

test('behavior: requests a resident ES256 passkey of the domain, with user verification', async () => {
  const authenticator = createSoftwareAuthenticator()
  const asked: PublicKeyCredentialCreationOptions[] = []
  const { create } = authenticator
  const watched = {
    ...authenticator,
    create: (options: PublicKeyCredentialCreationOptions, bounded: AbortSignal) => {
      asked.push(options)
      return create(options, bounded)
    },
  }
  const passkey = await createPasskey({ authenticator: watched, random }, REQUEST, signal)
  expect(asked[0]).toMatchObject({
    rp: { id: 'shop.example', name: 'Demo' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    timeout: 300_000,
  })
  const handle = bytesFromBase64Url(passkey.userHandle)
  expect(parseUserHandle(handle)).toMatchObject({ kind: 'created', chainId: 84_001 })
  expect(passkey.isSingle).toBe(false)
  expect(passkey.credentialId).toBe(authenticator.credentialIds()[0])
})

test('behavior: identifies a passkey that no other device can have', async () => {
  const authenticator = createSoftwareAuthenticator()
  authenticator.isSingle = true
  expect(await createPasskey({ authenticator, random }, REQUEST, signal)).toMatchObject({ isSingle: true })
})

test('behavior: two passkeys of one user have different handles, so neither replaces the other', async () => {
  const authenticator = createSoftwareAuthenticator()
  const one = await createPasskey({ authenticator, random }, REQUEST, signal)
  const other = await createPasskey({ authenticator, random }, REQUEST, signal)
  expect(other.userHandle).not.toBe(one.userHandle)
})

test('error: rejects a device that did not verify the person', async () => {
  const authenticator = createSoftwareAuthenticator()
  authenticator.verifies = false
  await expect(createPasskey({ authenticator, random }, REQUEST, signal)).rejects.toMatchObject({
    code: 'PASSKEY_UNSUITABLE',
  })
})

test.each([
  ['for another domain', { attestationObject: 'domain' }],
  ['with a key that is no P-256 key', { attestationObject: 'key' }],
  ['without authenticator data', { attestationObject: 'empty' }],
] as const)('error: rejects a response %s', async (_name, change) => {
  const authenticator = createSoftwareAuthenticator()
  const { create } = authenticator
  const lying = {
    ...authenticator,
    create: async (options: PublicKeyCredentialCreationOptions, bounded: AbortSignal) => {
      const registration = await create(options, bounded)
      if (change.attestationObject === 'empty')
        return { ...registration, attestationObject: new Uint8Array(3) }
      const attestationObject = registration.attestationObject.slice()
      const ofDomain = Buffer.from(attestationObject).indexOf('authData') + 10
      const at = change.attestationObject === 'key' ? attestationObject.length - 1 : ofDomain
      attestationObject[at] = (attestationObject[at] ?? 0) ^ 1
      return { ...registration, attestationObject }
    },
  }
  await expect(createPasskey({ authenticator: lying, random }, REQUEST, signal)).rejects.toMatchObject({
    code: 'PASSKEY_UNSUITABLE',
  })
})

test('behavior: the credential id survives its conversion to text', async () => {
  const authenticator = createSoftwareAuthenticator()
  const { credentialId } = await createPasskey({ authenticator, random }, REQUEST, signal)
  expect(base64Url(bytesFromBase64Url(credentialId))).toBe(credentialId)
})
