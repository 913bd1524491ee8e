import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { attestationObject } from '#protocol/testing/authenticator.ts'
import type { Ceremony } from '#protocol/testing/authenticator.ts'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import type { Assertion, Authenticator, Registration } from './authenticator.ts'
import { createPasskey, extractAuthenticatorData } from './create-passkey.ts'
import { signDigest } from './sign-digest.ts'

/* Responses in the forms of password managers, old security keys and incorrect polyfills. */

const { signal } = new AbortController()
const RP_ID = 'shop.example'
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

function register(authenticator: Authenticator, organizationName = 'Demo') {
  const wallet = { kind: 'created', chainId: 1 } as const
  const request = { rpId: RP_ID, organizationName, userName: 'a', displayName: 'b', wallet }
  return createPasskey({ authenticator, random }, request, signal)
}

/** A device with the key `cose`. */
function deviceWith(cose: Uint8Array): Authenticator {
  const credentialId = random(16)
  const authenticatorData = joinBytes([
    new Uint8Array(createHash('sha256').update(RP_ID).digest()),
    Uint8Array.of(0x45, 0, 0, 0, 0),
    new Uint8Array(16),
    Uint8Array.of(0, credentialId.length),
    credentialId,
    cose,
  ])
  const registration: Registration = {
    credentialId,
    clientDataJSON: new Uint8Array(),
    attestationObject: attestationObject(authenticatorData),
  }
  return { ...createSoftwareAuthenticator(), create: async () => registration }
}

/** COSE keys of other algorithms, with kty, alg and curve from RFC 9053 and RFC 8812. */
const ES256K = joinBytes([
  Uint8Array.of(0xa5, 1, 2, 3, 0x38, 0x2e, 0x20, 8, 0x21, 0x58, 32),
  random(32),
  Uint8Array.of(0x22, 0x58, 32),
  random(32),
])
const ES384 = joinBytes([
  Uint8Array.of(0xa5, 1, 2, 3, 0x38, 0x22, 0x20, 2, 0x21, 0x58, 48),
  random(48),
  Uint8Array.of(0x22, 0x58, 48),
  random(48),
])
const RS256 = joinBytes([
  Uint8Array.of(0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, 1, 0),
  random(256),
  Uint8Array.of(0x21, 0x43, 1, 0, 1),
])
const ED25519 = joinBytes([Uint8Array.of(0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32), random(32)])

test.each([
  ['ES256K', ES256K],
  ['P-384', ES384],
  ['RS256', RS256],
  ['Ed25519', ED25519],
  ['no key at all', new Uint8Array()],
])('error: a manager that created a key of %s is detected, and no wallet is created', async (_name, cose) => {
  await expect(register(deviceWith(cose))).rejects.toMatchObject({ code: 'PASSKEY_UNSUITABLE' })
})

test('behavior: a key with optional members opens a wallet (Nitrokey 3A, dfinity/internet-identity 3831)', async () => {
  const device = createSoftwareAuthenticator()
  const { create } = device
  const withKeyOps: Authenticator = {
    ...device,
    create: async (options, bounded) => {
      const registration = await create(options, bounded)
      return { ...registration, attestationObject: addKeyOps(registration.attestationObject) }
    },
  }
  const passkey = await register(withKeyOps)
  const digest = `0x${'5a'.repeat(32)}` as const
  expect(await signDigest(device, { digest, passkey }, signal)).toMatch(/^0x[0-9a-f]+$/)
})

/** Adds `key_ops` after the algorithm of a registration's key. */
function addKeyOps(attestation: Uint8Array): Uint8Array {
  const data = hexFromBytes(extractAuthenticatorData(attestation))
  return attestationObject(bytesFromHex(data.replace('a501020326', 'a601020326048102')))
}

test('behavior: a site without a name uses its domain, because some devices reject an empty name', async () => {
  const device = createSoftwareAuthenticator()
  const asked: string[] = []
  const watched: Authenticator = {
    ...device,
    create: (options, bounded) => {
      asked.push(options.rp.name)
      return device.create(options, bounded)
    },
  }
  for (const name of ['', '  ', 'Demo']) await register(watched, name)
  expect(asked).toEqual([RP_ID, RP_ID, 'Demo'])
})

/** An assertion of a real key, modified by `change`. */
async function signWith(change: (assertion: Assertion) => Assertion, highS = false): Promise<string> {
  const device = createSoftwareAuthenticator()
  device.highS = highS
  const passkey = await register(device)
  const changing: Authenticator = {
    ...device,
    get: async (options, bounded) => change(await device.get(options, bounded)),
  }
  return signDigest(changing, { digest: `0x${'5a'.repeat(32)}`, passkey }, signal)
}

const derOf = (assertion: Assertion, edit: (bytes: number[]) => number[]) => ({
  ...assertion,
  signature: Uint8Array.from(edit([...assertion.signature])),
})

test('behavior: converts s to its low form if the device returns a high one', async () => {
  expect(await signWith((assertion) => assertion, true)).toMatch(/^0x[0-9a-f]+$/)
  expect(await signWith((assertion) => assertion, false)).toMatch(/^0x[0-9a-f]+$/)
})

test('behavior: parses scalars with leading zeros', async () => {
  const device = createSoftwareAuthenticator()
  const passkey = await register(device)
  let length = 99
  const watched: Authenticator = {
    ...device,
    get: async (options, bounded) => {
      const assertion = await device.get(options, bounded)
      length = assertion.signature.length
      return assertion
    },
  }
  // About one signature in 200 is this short. A failure in 5,000 tries is less likely than broken hardware.
  let tries = 0
  for (; length >= 70 && tries < 5_000; tries += 1) {
    const digest = `0x${tries.toString(16).padStart(64, '0')}` as const
    await signDigest(watched, { digest, passkey }, signal)
  }
  expect(length).toBeLessThan(70)
})

test('behavior: accepts a zero in front of s, which some devices write (go-webauthn/webauthn 408)', async () => {
  const pad = ([tag = 0, length = 0, int = 0, size = 0, ...rest]: number[]) => {
    const [r, [marker = 0, sizeOfS = 0, ...s]] = [rest.slice(0, size), rest.slice(size)]
    return [tag, length + 1, int, size, ...r, marker, sizeOfS + 1, 0, ...s]
  }
  expect(await signWith((assertion) => derOf(assertion, pad))).toMatch(/^0x[0-9a-f]+$/)
})

test.each<[string, (bytes: number[]) => number[]]>([
  ['a byte behind it', (bytes) => [...bytes, 0]],
  ['a long-form length', ([tag = 0, length = 0, ...rest]) => [tag, 0x81, length, ...rest]],
  ['a cut end', (bytes) => bytes.slice(0, -1)],
  ['another tag', ([, ...rest]) => [0x31, ...rest]],
  ['raw r and s', () => Array.from({ length: 64 }, () => 7)],
  ['nothing', () => []],
])('error: rejects a signature with %s in its DER before it is sent', async (_name, edit) => {
  await expect(signWith((assertion) => derOf(assertion, edit))).rejects.toMatchObject({
    code: 'PASSKEY_UNSUITABLE',
  })
})

test.each([
  [
    'unknown members behind',
    (json: string) => json.replace(/}$/, ',"other_keys_can_be_added_here":"do not compare"}'),
  ],
  ['unknown members before', (json: string) => json.replace('{', '{"first":{"type":"x","challenge":"y"},')],
  [
    'topOrigin',
    (json: string) =>
      json.replace('"crossOrigin":false', '"crossOrigin":true,"topOrigin":"https://a.example"'),
  ],
])('error: rejects client data with %s that the key did not sign', async (_name, edit) => {
  const changed = signWith((assertion) => ({
    ...assertion,
    clientDataJSON: new TextEncoder().encode(edit(new TextDecoder().decode(assertion.clientDataJSON))),
  }))
  await expect(changed).rejects.toMatchObject({ code: 'PASSKEY_WRONG' })
})

/*
 * Devices, by the data that they write at both ceremonies. A device that can never sign for a wallet is
 * rejected at creation.
 */

const UV = 0x05
const ATTESTED = 0x40
const [BE, BS] = [0x08, 0x10]
const CHARACTERS = /"(type|challenge)":"/

type Quirk = Pick<Ceremony, 'flags' | 'writeClientData'>

const written = (writeClientData: NonNullable<Ceremony['writeClientData']>): Quirk => ({ writeClientData })
const flagged = (flags: number): Quirk => ({ flags })

/** `prompts` is the number of prompts until the passkey is created. */
test.each<[string, Quirk, { prompts: number }]>([
  ['iCloud Keychain: synced', flagged(UV | BE | BS), { prompts: 1 }],
  ['Google Password Manager: eligible, not synced yet', flagged(UV | BE), { prompts: 1 }],
  ['Windows Hello and security keys: on this device alone', flagged(UV), { prompts: 1 }],
  [
    'Chromium: a member with a request not to compare',
    written((all) => JSON.stringify({ ...all, other_keys_can_be_added_here: 'x' })),
    { prompts: 1 },
  ],
  [
    'Firefox: no crossOrigin',
    written((all) => JSON.stringify({ ...all, crossOrigin: undefined })),
    { prompts: 1 },
  ],
  [
    'a manager that writes null for what it does not have',
    written((all) => JSON.stringify({ ...all, crossOrigin: null, topOrigin: null })),
    { prompts: 1 },
  ],
  [
    'Android of old: androidPackageName',
    written((all) => JSON.stringify({ ...all, androidPackageName: 'com.android.chrome' })),
    { prompts: 1 },
  ],
  [
    'a manager with the members in another order',
    written(({ type, challenge, ...all }) => JSON.stringify({ ...all, challenge, type })),
    { prompts: 2 },
  ],
])('behavior: %s → a passkey that signs', async (_, quirk, { prompts }) => {
  const device = createSoftwareAuthenticator()
  device.quirks = {
    create: { ...quirk, ...(quirk.flags !== undefined && flagged(quirk.flags | ATTESTED)) },
    get: quirk,
  }
  const passkey = await register(device)
  expect(device.prompts.create + device.prompts.get).toBe(prompts)
  const digest = `0x${'5a'.repeat(32)}` as const
  expect(await signDigest(device, { digest, passkey }, signal)).toMatch(/^0x/)
})

test.each<[string, Quirk]>([
  ['contradictory backup flags', flagged(UV | BS)],
  ['no verification', flagged(0x01)],
  ['no presence', flagged(0x04)],
  ['white space behind the names', written((all) => JSON.stringify(all).replaceAll('":', '": '))],
  ['white space before the names', written((all) => JSON.stringify(all, undefined, 1))],
  [
    'escapes in the type',
    written((all) => JSON.stringify(all).replace('webauthn.', String.raw`webauthn\u002e`)),
  ],
  [
    'a member twice',
    written((all) => JSON.stringify(all).replace('{', '{"origin":"https://other.example",')),
  ],
  ['no type', written((all) => JSON.stringify(all).replace(CHARACTERS, '"kind":"'))],
  ['another challenge', written((all) => JSON.stringify({ ...all, challenge: 'AAAA' }))],
  ['crossOrigin as a text', written((all) => JSON.stringify({ ...all, crossOrigin: 'false' }))],
])('error: a device with %s → no passkey, and no wallet', async (_, quirk) => {
  const device = createSoftwareAuthenticator()
  device.quirks = { create: { ...quirk, ...(quirk.flags !== undefined && flagged(quirk.flags | ATTESTED)) } }
  await expect(register(device)).rejects.toMatchObject({ code: 'PASSKEY_UNSUITABLE' })
})

test('error: an unusual device with unusable assertions → is detected before there is a wallet', async () => {
  const device = createSoftwareAuthenticator()
  const reordered = written(({ type, challenge, ...all }) => JSON.stringify({ ...all, challenge, type }))
  device.quirks = { create: reordered, get: written((all) => JSON.stringify(all, undefined, 1)) }
  await expect(register(device)).rejects.toMatchObject({ code: 'PASSKEY_UNSUITABLE' })
  expect(device.prompts).toEqual({ create: 1, get: 1 })
})

test.each<[string, Quirk]>([
  ['contradictory backup flags', flagged(UV | BS)],
  ['crossOrigin as a text', written((all) => JSON.stringify({ ...all, crossOrigin: 'false' }))],
])('error: an assertion with %s → is rejected here, not by the service', async (_, quirk) => {
  const device = createSoftwareAuthenticator()
  const passkey = await register(device)
  device.quirks = { get: quirk }
  const digest = `0x${'5a'.repeat(32)}` as const
  await expect(signDigest(device, { digest, passkey }, signal)).rejects.toMatchObject({
    code: 'PASSKEY_UNSUITABLE',
  })
})
