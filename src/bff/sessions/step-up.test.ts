import { beforeEach, expect, test } from 'vitest'
import {
  confirm,
  readContent,
  createBrowser,
  readError,
  readOptions,
  signIn,
  stepUpFor,
  type Browser,
} from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { STEP_UP_HEADER } from '#protocol/console/request-headers.ts'
import { createAuthenticator, type Ceremony } from '#protocol/testing/authenticator.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()
beforeEach(() => {
  admin.browser.passkey = undefined
  world.upstream.on('PUT /v1/org/fees', () => ({ content: { fee: null } }))
})

const FEES = { method: 'PUT', path: '/api/org/fees', body: { fee: null } }

function setFees(stepUp: string | undefined, browser: Browser = admin.browser) {
  const headers: Record<string, string> = stepUp === undefined ? {} : { [STEP_UP_HEADER]: stepUp }
  return browser.send(FEES.path, { method: FEES.method, body: FEES.body, headers })
}

async function tryToConfirm(ceremony: Partial<Ceremony>, passkey = admin.passkey) {
  const asked = await admin.browser.post('/api/step-up/options', stepUpFor(FEES))
  const { stepUp } = Object(await readContent(asked.clone()))
  const response = passkey.assert(await readOptions(asked), { origin: PUBLIC_URL, ...ceremony })
  return { stepUp, verified: await admin.browser.post('/api/step-up/verify', { stepUp, response }) }
}

test('behavior: a change requires the passkey, succeeds after it, and the next change requires it again', async () => {
  expect(await readError(setFees(undefined))).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
  expect(world.upstream.seen).toEqual([])
  const stepUp = await confirm(admin.browser, admin.passkey, FEES)
  expect((await setFees(stepUp)).status).toBe(200)
  expect(await readError(setFees(stepUp))).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  expect(world.upstream.seen).toHaveLength(1)
})

test('behavior: options contain exactly this person’s passkeys and require user verification', async () => {
  const options = await readOptions(admin.browser.post('/api/step-up/options', stepUpFor(FEES)))
  expect(options).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ id: admin.passkey.credentialId, type: 'public-key' }],
  })
})

test('error: one prompt allows only one of two identical concurrent requests', async () => {
  const stepUp = await confirm(admin.browser, admin.passkey, FEES)
  const both = await Promise.all([setFees(stepUp), setFees(stepUp)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(world.upstream.seen).toHaveLength(1)
})

test.each([
  ['another method', { ...FEES, method: 'POST' }],
  ['another path', { ...FEES, path: '/api/org/organization' }],
  ['a path below it', { ...FEES, path: `${FEES.path}/1` }],
  ['another body', { ...FEES, body: { fee: { amount: '1' } } }],
  ['no body', { ...FEES, body: undefined }],
])('error: a prompt for %s does not count', async (_, other) => {
  const stepUp = await confirm(admin.browser, admin.passkey, other)
  expect(await readError(setFees(stepUp))).toMatchObject({ code: 'STEP_UP_REQUIRED' })
})

test('error: a prompt is valid for one minute', async () => {
  const early = await confirm(admin.browser, admin.passkey, FEES)
  world.pass(59)
  expect((await setFees(early)).status).toBe(200)
  const late = await confirm(admin.browser, admin.passkey, FEES)
  world.pass(60)
  expect(await readError(setFees(late))).toMatchObject({ code: 'STEP_UP_REQUIRED' })
})

test('error: a prompt is valid only in its own session', async () => {
  const stepUp = await confirm(admin.browser, admin.passkey, FEES)
  const other = createBrowser(world.bff)
  await signIn(other, admin.passkey)
  expect(await readError(setFees(stepUp, other))).toMatchObject({ code: 'STEP_UP_REQUIRED' })
})

test('error: requesting the options grants nothing', async () => {
  const { stepUp } = Object(await readContent(admin.browser.post('/api/step-up/options', stepUpFor(FEES))))
  expect(await readError(setFees(stepUp))).toMatchObject({ code: 'STEP_UP_REQUIRED' })
})

test('error: a challenge can be used only once, whatever the result', async () => {
  const asked = await admin.browser.post('/api/step-up/options', stepUpFor(FEES))
  const { stepUp } = Object(await readContent(asked.clone()))
  const options = await readOptions(asked)
  const verify = (origin: string) =>
    admin.browser.post('/api/step-up/verify', {
      stepUp,
      response: admin.passkey.assert(options, { origin }),
    })
  expect(await readError(verify('https://evil.example'))).toMatchObject({ code: 'STEP_UP_FAILED' })
  expect(await readError(verify(PUBLIC_URL))).toMatchObject({ code: 'CEREMONY_OVER' })
})

test.each<[string, Partial<Ceremony>]>([
  ['another origin', { origin: 'http://localhost:4001' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['no user verification', { userVerified: false }],
  ['a frame of another site', { crossOrigin: true }],
  ['a page on top that it names', { crossOrigin: false, topOrigin: 'https://evil.example' }],
  ['another signature', { tamperSignature: true }],
])('error: an assertion with %s is refused', async (_, ceremony) => {
  const { stepUp, verified } = await tryToConfirm(ceremony)
  expect(await readError(verified)).toMatchObject({ status: 403, code: 'STEP_UP_FAILED' })
  expect((await setFees(stepUp)).status).toBe(403)
})

test('error: refuses another person’s passkey', async () => {
  const { verified } = await tryToConfirm({}, createAuthenticator())
  expect(await readError(verified)).toMatchObject({ code: 'STEP_UP_FAILED' })
})

test.each(['https://evil.example/api/x', '/widget', '/api/../x y', '//evil.example/api/'])(
  'param: %j is not a path of the console',
  async (path) => {
    const answer = await admin.browser.post('/api/step-up/options', { ...stepUpFor(FEES), path })
    expect(await readError(answer)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  },
)
