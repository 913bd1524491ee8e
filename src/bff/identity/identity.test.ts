import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  readContent,
  createBrowser,
  enrolAdmin,
  readError,
  type Admin,
  type Browser,
} from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { signInAtProvider, startProvider } from '#bff/testing/identity-provider.ts'
import { addMember } from '#bff/testing/people.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { ownIdentitySchema, providerSignInSchema } from '#protocol/members.ts'
import { listenLocally } from '#protocol/testing/listen-locally.ts'

const CALLBACK = `${PUBLIC_URL}/sign-in/provider`
const CLIENT = { clientId: 'latchkey', clientSecret: 'a secret of thirty-two characters' }

const real = await startProvider({ client: CLIENT, callback: CALLBACK })
const world = await consoleWorld.bff({ identityProvider: { issuer: real.issuer, ...CLIENT } })
let owner: Admin

beforeEach(async () => {
  await world.reset()
  owner = await enrolAdmin(world)
})
afterAll(async () => {
  await world.close()
  await real.close()
})

async function begin(browser: Browser, path: '/api/sign-in/provider' | '/api/account/identity') {
  return providerSignInSchema.parse(await readContent(browser.post(path, {}))).url
}

async function link(admin: Admin, name: string): Promise<Response> {
  const url = await begin(admin.browser, '/api/account/identity')
  return admin.browser.post('/api/identity', { query: await signInAtProvider(url, name, CALLBACK) })
}

async function signInAs(name: string, browser = createBrowser(world.bff)) {
  const url = await begin(browser, '/api/sign-in/provider')
  const query = await signInAtProvider(url, name, CALLBACK)
  return { browser, query, answer: await browser.post('/api/identity', { query }) }
}

test('behavior: a person links their account with the passkey and can then sign in with the provider', async () => {
  expect(await readContent(link(owner, 'ada'))).toEqual({ linked: true })
  expect(await readContent(owner.browser.send('/api/account/identity'))).toMatchObject({
    provider: new URL(real.issuer).host,
    linked: { label: 'ada@company.example' },
  })
  const { answer } = await signInAs('ada')
  expect(await readContent(answer)).toMatchObject({ signedIn: true, admin: { name: 'Ada', role: 'owner' } })
  const linked = await world.audited('identity.linked')
  expect(linked.map(({ actor_name: name }) => name)).toEqual(['Ada'])
  const alerts = await world.db.selectFrom('bff_account_event').select(['kind', 'admin_name']).execute()
  expect(alerts).toEqual([{ kind: 'identity-linked', admin_name: 'Ada' }])
  const entries = await world.audited('session.signed-in')
  expect(entries.map(({ details }) => details)).toEqual(['{"by":"identity provider"}'])
  expect(JSON.stringify([...linked, ...entries])).not.toContain('company.example')
})

test('behavior: after a sign-in with the provider, changes still require the passkey', async () => {
  await link(owner, 'ada')
  const { browser } = await signInAs('ada')
  expect((await browser.send('/api/members')).status).toBe(200)
  const refused = { status: 403, code: 'STEP_UP_REQUIRED' }
  expect(await readError(browser.post('/api/invitations', { role: 'owner' }))).toMatchObject(refused)
  expect(await readError(browser.post('/api/account/passkeys/options', {}))).toMatchObject(refused)
  expect(await readError(browser.post('/api/account/identity', {}))).toMatchObject(refused)
})

test('error: an unlinked account cannot sign in, whatever its email address', async () => {
  await link(owner, 'ada')
  const { answer, browser } = await signInAs('mallory')
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'IDENTITY_UNKNOWN' })
  expect(await readContent(browser.send('/api/session'))).toMatchObject({ signedIn: false })
})

test('error: a response is valid once, and only in the browser that started the sign-in', async () => {
  await link(owner, 'ada')
  const { query, browser } = await signInAs('ada')
  const over = { status: 401, code: 'IDENTITY_REFUSED' }
  expect(await readError(browser.post('/api/identity', { query }))).toMatchObject(over)
  const victim = createBrowser(world.bff)
  const other = await signInAtProvider(
    await begin(createBrowser(world.bff), '/api/sign-in/provider'),
    'ada',
    CALLBACK,
  )
  expect(await readError(victim.post('/api/identity', { query: other }))).toMatchObject(over)
  await begin(victim, '/api/sign-in/provider')
  expect(await readError(victim.post('/api/identity', { query: other }))).toMatchObject(over)
})

test('error: an account is linked only in the session that started it, and to one person', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const url = await begin(owner.browser, '/api/account/identity')
  const query = await signInAtProvider(url, 'ada', CALLBACK)
  for (const [name, value] of owner.browser.cookies)
    if (name.includes('ceremony')) grace.browser.cookies.set(name, value)
  expect(await readError(grace.browser.post('/api/identity', { query }))).toMatchObject({
    code: 'IDENTITY_REFUSED',
  })
  await link(owner, 'ada')
  expect(await readError(link(grace, 'ada'))).toMatchObject({ status: 409, code: 'IDENTITY_TAKEN' })
  expect(await readContent((await signInAs('ada')).answer)).toMatchObject({ admin: { name: 'Ada' } })
})

test('behavior: linking another account replaces the first, and an unlinked account cannot sign in', async () => {
  await link(owner, 'ada')
  await link(owner, 'lovelace')
  expect(await readError((await signInAs('ada')).answer)).toMatchObject({ code: 'IDENTITY_UNKNOWN' })
  const left = await readContent(owner.browser.send('/api/account/identity', { method: 'DELETE' }))
  expect(ownIdentitySchema.parse(left).linked).toBeNull()
  expect(await readError((await signInAs('lovelace')).answer)).toMatchObject({ code: 'IDENTITY_UNKNOWN' })
  expect(await world.audited('identity.unlinked')).toHaveLength(1)
})

test('error: a removed member cannot sign in with the provider', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  await link(grace, 'grace')
  expect((await owner.browser.send(`/api/members/${grace.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await signInAs('grace')).answer.status).toBeGreaterThanOrEqual(401)
})

test('error: reports a provider that does not respond, and contacts it again at the next try', async () => {
  const gone = createServer()
  const issuer = `http://localhost:${await listenLocally(gone)}`
  await new Promise((resolve) => gone.close(resolve))
  const bff = world.another({ identityProvider: { issuer, ...CLIENT } })
  const failed = { status: 502, code: 'IDENTITY_PROVIDER_FAILED' }
  expect(await readError(createBrowser(bff).post('/api/sign-in/provider', {}))).toMatchObject(failed)
  expect(await readError(createBrowser(bff).post('/api/sign-in/provider', {}))).toMatchObject(failed)
})

test('behavior: without a provider, nobody can sign in with one', async () => {
  const browser = createBrowser(world.another({ identityProvider: undefined }))
  expect(await readContent(browser.send('/api/session'))).toEqual({ signedIn: false, setupRequired: false })
  expect(await readError(browser.post('/api/sign-in/provider', {}))).toMatchObject({ code: 'NOT_FOUND' })
  const named = await readContent(createBrowser(world.bff).send('/api/session'))
  expect(named).toMatchObject({ identityProvider: new URL(real.issuer).host })
})
