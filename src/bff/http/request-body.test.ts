import { expect, test } from 'vitest'
import { enrolAdmin, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { forFile } from '#protocol/testing/for-file.ts'

const world = await forFile(consoleWorld.bff())
await world.reset()
const admin = await enrolAdmin(world)

const INTEGRATION = { label: 'Shop', origins: ['https://shop.example'], operations: ['create'] }

function post(raw: string, headers: Record<string, string> = {}) {
  return admin.browser.send('/api/integrations', { method: 'POST', raw, headers })
}

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['application/json; charset=utf-16'],
  ['application/jsonp'],
  [''],
])('error: content type %j → 415', async (type) => {
  expect(await readError(post('{}', { 'content-type': type }))).toMatchObject({
    status: 415,
    code: 'NOT_JSON',
  })
})

test('error: a compressed body → 415', async () => {
  expect((await post('{}', { 'content-encoding': 'gzip' })).status).toBe(415)
})

test('param: application/json; charset=UTF-8 is accepted', async () => {
  const answer = await post(JSON.stringify(INTEGRATION), {
    'content-type': 'application/json; charset=UTF-8',
  })
  expect(answer.status).toBe(200)
})

test.each([[''], ['{'], ['{"a":}'], ['{}x'], ['undefined']])('error: %j is not valid JSON', async (raw) => {
  expect(await readError(post(raw))).toMatchObject({ status: 400, code: 'INVALID_JSON' })
})

test.each([['null'], ['[]'], ['1'], ['"text"'], ['true']])('error: %s is not an object', async (raw) => {
  expect(await readError(post(raw))).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    errors: [{ path: '', message: 'must be a JSON object' }],
  })
})

test('error: a body of more than 256 KiB → 413, with or without content-length', async () => {
  const large = JSON.stringify({ label: 'x'.repeat(262_144) })
  expect(await readError(post(large))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  expect((await post('{}', { 'content-length': '262145' })).status).toBe(413)
  const exactly = JSON.stringify({ label: '' })
  const padded = exactly + ' '.repeat(262_144 - exactly.length)
  expect((await post(padded)).status).toBe(400)
})

test.each([
  ['__proto__', 'INVALID_JSON', 'is not an allowed name'],
  ['constructor', 'INVALID_JSON', 'is not an allowed name'],
  ['prototype', 'INVALID_JSON', 'is not an allowed name'],
  ['label', 'INVALID_JSON', 'is given more than once'],
  ['l\\u0061bel', 'INVALID_JSON', 'is given more than once'],
  ['extra', 'VALIDATION_FAILED', 'is not a known field'],
])('error: rejects the field %s with %s and names it', async (name, code, message) => {
  const raw = `{"label":"Shop","origins":["https://shop.example"],"operations":["create"],"${name}":{"isAdmin":true}}`
  const path = name.replace('\\u0061', 'a')
  expect(await readError(post(raw))).toMatchObject({ status: 400, code, errors: [{ path, message }] })
})

const NUL = { message: 'must not contain control characters' }

test.each([
  ['/api/sign-in/verify', { response: { id: '\u0000' } }, 'response.id'],
  ['/api/sign-in/verify', { response: { '\u0000': [{ a: 'b' }] } }, 'response.\u0000'],
  ['/api/session/organization', { organizationId: 'a\u0000' }, 'organizationId'],
  ['/api/integrations', { ...INTEGRATION, label: 'a\u0000' }, 'label'],
])('error: rejects NUL in a text for %s like other invalid text: %j', async (path, body, field) => {
  const answer = await admin.browser.send(path, { method: 'POST', body })
  expect(await readError(answer)).toMatchObject({ status: 400, errors: [{ path: field, ...NUL }] })
})

test.each([
  ['actor', []],
  ['action', []],
  ['target', []],
  ['cursor', ['must be the cursor of a page']],
  ['unknown', ['is not a known field']],
])('error: rejects a control character in the query: %s', async (path, others) => {
  const { status, errors } = await readError(admin.browser.send(`/api/audit?${path}=a%00`))
  expect(status).toBe(400)
  expect(errors).toEqual([NUL, ...others.map((message) => ({ message }))].map((one) => ({ path, ...one })))
})

test('behavior: the log has the beginning of a long path', async () => {
  await admin.browser.send(`/api/${'a.'.repeat(7_500)}`)
  const line = world.logs.findLast((text) => text.includes('/api/a.a.'))
  expect(line).toContain(`"path":"/api/${'a.'.repeat(97)}a"`)
})

test('error: lists all invalid fields at once', async () => {
  const answer = await post(JSON.stringify({ label: 1, origins: 'x', operations: ['fly'], more: 1 }))
  const { errors = [] } = await readError(answer)
  expect(errors.map(({ path }) => path).toSorted()).toEqual(['label', 'more', 'operations.0', 'origins'])
})

test('error: rejects deep nesting without a crash', async () => {
  expect((await post(`{"label":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).status).toBe(400)
})

test('error: a known path with another method → 405 with the allowed methods', async () => {
  const answer = await admin.browser.send('/api/integrations', { method: 'PUT', raw: '{}' })
  expect(await readError(answer)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' })
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
})

test.each([['/api/nothing'], ['/api/baas/nothing'], ['/api/org'], ['/v1/x'], ['/sandbox/x'], ['/widget/x']])(
  'error: %s → 404 in the envelope',
  async (path) => {
    const answer = await admin.browser.send(path, { headers: { accept: 'text/html' } })
    expect(await readError(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  },
)
