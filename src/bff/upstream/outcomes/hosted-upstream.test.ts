import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readContent, createBrowser, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import {
  CHAIN,
  deliver,
  describe,
  SECRET,
  setUpWebhook,
  speakOnlyTheSpecification,
} from '#bff/testing/hosted.ts'
import { API_KEY } from '#bff/testing/test-bff.ts'
import { UUID } from '#bff/testing/widget-bodies.ts'

const secretKey = randomBytes(32)
let nowMs = Date.parse('2026-11-21T10:00:00.000Z')
const clock = { now: () => new Date(nowMs) }
beforeEach(() => void (nowMs += 3_600_000))
const world = await consoleWorld.fresh({ hostedUpstream: true, hostedChain: CHAIN, secretKey, clock })
const admin = world.adminForEach()

const put = (secret: string) =>
  admin.browser.send('/api/upstream/webhook', { method: 'PUT', body: { secret } })

test('behavior: names the service, shows that it accepts the key, and lists the sources of outcomes', async () => {
  expect(await describe(admin)).toMatchObject({
    host: 'localhost:4000',
    apiKey: { answer: 'accepted', sealedWithPresentSecret: true },
    features: [],
    chainKnownFrom: 'service',
    webhook: { secretSetAtDatetime: null, heardAtDatetime: null, refused: null },
    polling: { works: true, heardAtDatetime: null },
    open: 0,
  })
})

test('behavior: takes the chain from the settings if the service implements only the specification', async () => {
  speakOnlyTheSpecification(world)
  expect(await describe(admin)).toMatchObject({
    apiKey: { answer: 'accepted' },
    features: null,
    chainKnownFrom: 'settings',
    polling: { works: null },
  })
  const config = await readContent(admin.browser.send('/api/baas/config'))
  expect(config).toMatchObject({ ...CHAIN, fee: null, features: [] })
})

test('error: reports no chain for such a service if the settings name none', async () => {
  speakOnlyTheSpecification(world)
  const bff = world.another({ hostedChain: undefined })
  const other = { ...admin, browser: createBrowser(bff, admin.browser.cookies) }
  expect(await describe(other)).toMatchObject({ chainKnownFrom: 'nowhere' })
  expect((await other.browser.send('/api/baas/config')).status).toBe(501)
})

test('behavior: requests a path that the service lacks again after two minutes, and other paths every time', async () => {
  speakOnlyTheSpecification(world)
  const asked = (path: string) => world.upstream.seen.filter((seen) => seen.path === path).length
  const read = async (path: string) => readError(await admin.browser.send(path))
  for (let page = 0; page < 3; page += 1)
    expect(await read('/api/org/domains')).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
  expect(asked('/v1/org/domains')).toBe(1)
  for (let page = 0; page < 3; page += 1) await admin.browser.send('/api/baas/tokens/allowed')
  expect(asked('/v1/baas/tokens/allowed')).toBe(3)
  nowMs += 120_000
  world.upstream.answers('GET /v1/org/domains', [])
  expect((await admin.browser.send('/api/org/domains')).status).toBe(200)
})

test('error: distinguishes a refused key from a service that is down', async () => {
  world.upstream.on('GET /v1/baas/config', () => ({ status: 401, content: { message: 'Invalid API key' } }))
  expect((await describe(admin)).apiKey.answer).toBe('refused')
  speakOnlyTheSpecification(world)
  world.upstream.on('GET /v1/baas/tokens/allowed', () => ({ status: 401, content: { message: 'no' } }))
  expect((await describe(admin)).apiKey.answer).toBe('refused')
  world.upstream.on('GET /v1/baas/config', () => {
    throw new Error('away')
  })
  expect((await describe(admin)).apiKey.answer).toBe('unreachable')
})

test('behavior: stores the secret sealed, never returns it, and opens it after the deployment’s secret changes', async () => {
  const path = await setUpWebhook(admin)
  const row = await world.db.selectFrom('bff_hosted_upstream').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(SECRET.slice(6, 20))
  expect(await (await admin.browser.send('/api/upstream')).text()).not.toContain(SECRET.slice(6, 20))
  expect(world.logs.join('')).not.toContain(SECRET.slice(6, 20))
  const fresh = randomBytes(32)
  expect(await world.another({ secretKey: fresh, oldSecretKey: secretKey }).resealKeys()).toBe(2)
  const rotated = { ...world, bff: world.another({ secretKey: fresh }) }
  expect((await deliver(rotated, path, { at: new Date(nowMs) })).status).toBe(200)
  expect(await world.another({ secretKey, oldSecretKey: fresh }).resealKeys()).toBe(2)
})

test('error: rejects an invalid signing secret by name, and each change requires the passkey', async () => {
  for (const secret of ['', 'whsec_', 'whsec_short', API_KEY]) {
    expect(await readError(put(secret))).toMatchObject({ status: 400, errors: [{ path: 'secret' }] })
  }
  // A session without the passkey, like that of an attacker who stole the cookie.
  admin.browser.passkey = undefined
  for (const answer of [await put(SECRET), await admin.browser.post('/api/upstream/webhook/registration')]) {
    expect(await readError(answer)).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
  }
})

test('behavior: registers the webhook itself if the service has our settings, and again with a new secret', async () => {
  const webhook = { id: UUID, url: '', types: null, description: '', enabled: true, disabledReason: null }
  const never = { disabledAtDatetime: null, failingSinceDatetime: null, previousSecretUntilDatetime: null }
  const [createdAtDatetime, updatedAtDatetime] = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z']
  const times = { ...never, createdAtDatetime, updatedAtDatetime }
  const registered: unknown[] = []
  const created = (url: string, secret: string) => ({ content: { ...webhook, ...times, url, secret } })
  const another = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const { url } = (await describe(admin)).webhook
  world.upstream.on('GET /v1/org/webhooks', () => ({
    content: registered.length === 0 ? [] : [{ ...webhook, ...times, url }],
  }))
  world.upstream.on('POST /v1/org/webhooks', ({ body }) => {
    registered.push(body)
    return created(url, SECRET)
  })
  world.upstream.on(`POST /v1/org/webhooks/${UUID}/rotate-secret`, () => created(url, another))
  const first = await admin.browser.post('/api/upstream/webhook/registration')
  expect(await readContent(first)).toMatchObject({
    webhook: { url, secretSetAtDatetime: expect.any(String) },
  })
  expect(registered).toEqual([{ url, description: 'Latchkey console' }])
  const path = new URL(url).pathname
  expect((await deliver(world, path, { at: new Date(nowMs) })).status).toBe(200)
  expect((await admin.browser.post('/api/upstream/webhook/registration')).status).toBe(200)
  expect((await deliver(world, path, { secret: another, at: new Date(nowMs) })).status).toBe(200)
  expect((await deliver(world, path, { at: new Date(nowMs) })).status).toBe(401)
})

test('error: cannot register the webhook at a service without our settings', async () => {
  speakOnlyTheSpecification(world)
  const refused = await admin.browser.post('/api/upstream/webhook/registration')
  expect(await readError(refused)).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
})

test('error: the routes do not exist without a hosted service', async () => {
  const bff = world.another({ hostedUpstream: false })
  const browser = createBrowser(bff, admin.browser.cookies)
  expect((await browser.send('/api/upstream')).status).toBe(404)
  const { webhook } = await describe(admin)
  const delivered = await deliver({ ...world, bff }, new URL(webhook.url).pathname, { at: new Date(nowMs) })
  expect(delivered.status).toBe(404)
})
