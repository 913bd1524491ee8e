import { expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { API_KEY } from '#bff/testing/test-bff.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const UUID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'

test('behavior: the service receives the key and no header of the browser', async () => {
  await admin.browser.send('/api/baas/config', {
    headers: { 'x-api-key': 'pk_live_mine', authorization: 'Bearer x' },
  })
  const [seen] = world.upstream.seen
  expect(Object.fromEntries(seen?.headers ?? [])).toEqual({
    accept: 'application/json',
    'x-api-key': API_KEY,
    'x-request-id': expect.any(String),
  })
})

test('behavior: the browser, the service and the response share one request id', async () => {
  const answer = await admin.browser.send('/api/baas/config', { headers: { 'x-request-id': 'mine-1' } })
  expect(world.upstream.seen[0]?.headers.get('x-request-id')).toBe('mine-1')
  expect(answer.headers.get('x-request-id')).toBe('mine-1')
  world.upstream.on('GET /v1/baas/config', () => ({
    status: 503,
    content: { message: 'x' },
    headers: { 'x-request-id': 'theirs-2' },
  }))
  expect((await admin.browser.send('/api/baas/config')).headers.get('x-request-id')).toBe('theirs-2')
})

test('behavior: forwards an error response with the service’s own message', async () => {
  const content = {
    message: 'label is too long',
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'label', message: 'is too long' }],
  }
  world.upstream.on('GET /v1/org/keys', () => ({ status: 400, content }))
  expect(await readError(admin.browser.send('/api/org/keys'))).toEqual({
    status: 400,
    statusCode: 400,
    ...content,
  })
})

test.each([
  [502, 'CHAIN_FAILED'],
  [503, 'UNAVAILABLE'],
  [504, 'CHAIN_TIMEOUT'],
  [429, 'RATE_LIMITED'],
  [409, 'CONFLICT'],
])('behavior: forwards %i %s with Retry-After', async (status, code) => {
  world.upstream.on('GET /v1/org/keys', () => ({
    status,
    content: { message: 'm', code },
    headers: { 'retry-after': '7' },
  }))
  const answer = await admin.browser.send('/api/org/keys')
  expect(answer.headers.get('retry-after')).toBe('7')
  expect(await readError(answer)).toMatchObject({ status, code })
})

test.each<[string, number, string | undefined, unknown]>([
  ['its own error', 500, undefined, { message: 'boom', code: 'INTERNAL' }],
  ['a page of a proxy', 502, '<html>Bad gateway</html>', undefined],
  ['a success without JSON', 200, 'hello', undefined],
  ['a success without an envelope', 200, '[]', undefined],
  ['a success of another shape', 200, undefined, [{ id: 1 }]],
  ['a redirect', 302, '', undefined],
  ['a refusal without an envelope', 400, 'no', undefined],
])('error: %s is 502 UPSTREAM_FAILED', async (_, status, text, content) => {
  world.upstream.on('GET /v1/org/keys', () => ({
    status,
    content,
    headers: { location: 'https://evil.example' },
    ...(text === undefined ? {} : { text }),
  }))
  const answer = await admin.browser.send('/api/org/keys')
  expect(await readError(answer)).toMatchObject({ status: 502, code: 'UPSTREAM_FAILED' })
  expect(answer.headers.get('location')).toBeNull()
})

test('error: a key that the service refuses is reported as the deployment’s fault, not the session’s', async () => {
  world.upstream.refuses('GET /v1/org/keys', 401, { message: 'Invalid API key', code: 'INVALID_API_KEY' })
  expect(await readError(admin.browser.send('/api/org/keys'))).toMatchObject({
    status: 502,
    code: 'UPSTREAM_KEY_REFUSED',
  })
})

test.each([
  ['ECONNREFUSED', 503, 'UPSTREAM_UNREACHABLE'],
  ['UND_ERR_HEADERS_TIMEOUT', 504, 'UPSTREAM_TIMEOUT'],
  ['EPROTO', 502, 'UPSTREAM_FAILED'],
])('error: %s is %i %s', async (cause, status, code) => {
  world.upstream.on('GET /v1/org/keys', () => {
    throw Object.assign(new Error('no'), { code: cause })
  })
  expect(await readError(admin.browser.send('/api/org/keys'))).toMatchObject({ status, code })
})

test.each([
  ['GET', '/api/baas/config'],
  ['GET', '/api/baas/transactions'],
  ['GET', '/api/org/keys'],
  ['GET', '/api/org/organization'],
])('error: %s %s → 501 UPSTREAM_LACKS if the service lacks it', async (method, path) => {
  for (const status of [404, 405, 501]) {
    world.upstream.on(`${method} ${path.replace('/api', '/v1')}`, () => ({ status, text: '<html>' }))
    const error = await readError(admin.browser.send(path, { method }))
    expect(error).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
  }
})

test('error: 404 on a path with an id means an unknown id if the service has extensions, else a missing path', async () => {
  const missing = { status: 404, content: { message: 'Not found', code: 'NOT_FOUND' } }
  world.upstream.on(`GET /v1/baas/transactions/${UUID}`, () => missing)
  const path = `/api/baas/transactions/${UUID}`
  expect(await readError(admin.browser.send(path))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  world.upstream.on('GET /v1/baas/config', () => missing)
  expect(await readError(admin.browser.send(path))).toMatchObject({
    status: 501,
    code: 'UPSTREAM_LACKS',
  })
})

test('behavior: an unspecified response of a hosted service is replaced by an assumed one', async () => {
  world.upstream.answers('POST /v1/baas/wallets/request-email-verification', { sent: true })
  const body = { email: 'ada@example.com' }
  const path = '/api/baas/wallets/request-email-verification'
  expect((await admin.browser.post(path, body)).status).toBe(502)
  const hosted = world.another({ hostedUpstream: true })
  const cookie = `latchkey=${admin.browser.cookies.get('latchkey')}`
  const answer = await hosted.fetch(
    new Request(`http://localhost:4000${path}`, {
      method: 'POST',
      headers: { cookie, origin: 'http://localhost:4000', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  expect(await readContent(answer)).toMatchObject({ success: true })
})
