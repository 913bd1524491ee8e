import { expect, test } from 'vitest'
import {
  readContent,
  createBrowser,
  enrolAdmin,
  readError,
  readOptions,
} from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { createAuthenticator, type Ceremony } from '#protocol/testing/authenticator.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

const world = await consoleWorld.fresh()

async function begin(setupToken: string | undefined) {
  const browser = createBrowser(world.bff)
  const options = await readOptions(browser.post('/api/setup/options', { setupToken, name: 'Ada' }))
  return { browser, options }
}

async function tryToEnrol(ceremony: Partial<Ceremony>) {
  const setupToken = await world.bff.createSetupLink()
  const { browser, options } = await begin(setupToken)
  const response = createAuthenticator().register(options, { origin: PUBLIC_URL, ...ceremony })
  return browser.post('/api/setup/verify', { setupToken, response })
}

test('behavior: the link enrols the first administrator and signs them in', async () => {
  const { browser } = await enrolAdmin(world)
  const session = await readContent(browser.send('/api/session'))
  expect(session).toMatchObject({
    signedIn: true,
    admin: { name: 'Ada' },
    organization: { id: 'org-1', name: 'Demo' },
    sandbox: false,
    hostedUpstream: false,
  })
  expect(JSON.stringify(session)).not.toContain('pk_live')
})

test('behavior: options require a discoverable passkey of this host with user verification', async () => {
  const { options } = await begin(await world.bff.createSetupLink())
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
})

test('behavior: the token is stored only as a hash', async () => {
  const token = await world.bff.createSetupLink()
  const row = await world.db.selectFrom('bff_setup_link').selectAll().executeTakeFirstOrThrow()
  expect(row.token_hash).toBe(hashSecret(token ?? ''))
  expect(JSON.stringify(row)).not.toContain(token)
})

test('behavior: a restart creates a new link and ends the old one', async () => {
  const first = await world.bff.createSetupLink()
  const second = await world.bff.createSetupLink()
  expect(second).not.toBe(first)
  const answer = await createBrowser(world.bff).post('/api/setup/options', {
    setupToken: first,
    name: 'Ada',
  })
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'SETUP_LINK_INVALID' })
  await begin(second)
})

test('behavior: no link is created once there is an administrator', async () => {
  await enrolAdmin(world)
  expect(await world.bff.createSetupLink()).toBeUndefined()
  expect(await readContent(createBrowser(world.bff).send('/api/session'))).toEqual({
    signedIn: false,
    setupRequired: false,
  })
})

test('behavior: only one of two enrolments with the same link succeeds', async () => {
  const setupToken = await world.bff.createSetupLink()
  const both = await Promise.all([begin(setupToken), begin(setupToken)])
  const answers = await Promise.all(
    both.map(({ browser, options }) =>
      browser.post('/api/setup/verify', {
        setupToken,
        response: createAuthenticator().register(options, { origin: PUBLIC_URL }),
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(await world.db.selectFrom('bff_admin').selectAll().execute()).toHaveLength(1)
})

test('error: an expired link is refused', async () => {
  const setupToken = await world.bff.createSetupLink()
  world.pass(3600)
  const answer = await createBrowser(world.bff).post('/api/setup/options', { setupToken, name: 'Ada' })
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'SETUP_LINK_INVALID' })
})

test('error: a link that expires during the prompt creates no administrator', async () => {
  const setupToken = await world.bff.createSetupLink()
  world.pass(3400)
  const { browser, options } = await begin(setupToken)
  world.pass(250)
  const response = createAuthenticator().register(options, { origin: PUBLIC_URL })
  const answer = await browser.post('/api/setup/verify', { setupToken, response })
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'SETUP_LINK_INVALID' })
  expect(await world.db.selectFrom('bff_admin').selectAll().execute()).toHaveLength(0)
})

test.each<[string, Partial<Ceremony>]>([
  ['another origin', { origin: 'http://localhost:4001' }],
  ['an origin with our name in front', { origin: 'http://localhost:4000.evil.example' }],
  ['another domain', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['an assertion instead of a registration', { type: 'webauthn.get' }],
  ['no user verification', { userVerified: false }],
  ['nobody present', { userPresent: false }],
  ['a frame of another site', { crossOrigin: true }],
  ['a page on top that it names', { crossOrigin: false, topOrigin: 'https://evil.example' }],
  ['an attestation we did not ask for', { format: 'android-safetynet' }],
])('error: a registration with %s is refused', async (_, ceremony) => {
  expect(await readError(tryToEnrol(ceremony))).toMatchObject({ status: 400, code: 'PASSKEY_REFUSED' })
  expect(await world.db.selectFrom('bff_admin').selectAll().execute()).toHaveLength(0)
})

test('error: an attestation of more than 12,000 characters → 400 that names the field', async () => {
  const setupToken = await world.bff.createSetupLink()
  const { browser, options } = await begin(setupToken)
  const made = createAuthenticator().register(options, { origin: PUBLIC_URL })
  const response = { ...made, response: { ...made.response, attestationObject: 'A'.repeat(12_001) } }
  expect(await readError(browser.post('/api/setup/verify', { setupToken, response }))).toMatchObject({
    status: 400,
    errors: [{ path: 'response.response.attestationObject', message: 'is too long' }],
  })
})

test('error: a challenge can be used only once', async () => {
  const setupToken = await world.bff.createSetupLink()
  const { browser, options } = await begin(setupToken)
  const cookies = new Map(browser.cookies)
  const bad = createAuthenticator().register(options, { origin: 'http://evil.example' })
  await browser.post('/api/setup/verify', { setupToken, response: bad })
  const good = createAuthenticator().register(options, { origin: PUBLIC_URL })
  const answer = await createBrowser(world.bff, cookies).post('/api/setup/verify', {
    setupToken,
    response: good,
  })
  expect(await readError(answer)).toMatchObject({ status: 400, code: 'CEREMONY_OVER' })
})

test('error: another browser cannot finish the ceremony', async () => {
  const setupToken = await world.bff.createSetupLink()
  const { options } = await begin(setupToken)
  const response = createAuthenticator().register(options, { origin: PUBLIC_URL })
  const answer = await createBrowser(world.bff).post('/api/setup/verify', { setupToken, response })
  expect(await readError(answer)).toMatchObject({ status: 400, code: 'CEREMONY_OVER' })
})

test('param: names every invalid field', async () => {
  const answer = await createBrowser(world.bff).post('/api/setup/options', { name: '', extra: 1 })
  expect(await readError(answer)).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    errors: expect.arrayContaining([
      { path: 'setupToken', message: 'is required' },
      { path: 'name', message: 'must not be empty' },
      { path: 'extra', message: 'is not a known field' },
    ]),
  })
})
