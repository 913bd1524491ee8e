import { describe, expect, test } from 'vitest'
import { APPROVER_ENDPOINTS, type ApproverEndpoint } from '#protocol/approver-endpoints.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createApp } from '#service/app.ts'
import { openAdmission } from '#service/create-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ROWS = Object.entries<ApproverEndpoint>(APPROVER_ENDPOINTS).map(([name, row]) => ({ name, ...row }))
const UUID = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'
const OWN = { origin: 'http://localhost:4000' }

const world = await forFile(serviceWorld.approvals())
const one = await world.protectedWallet()

const pathOf = (row: ApproverEndpoint) => `/approve/api${row.path.replace(':transactionUuid', UUID)}`

describe.each(ROWS)('$method $path', (row) => {
  const call = (headers: Record<string, string>, body: unknown = row.body === undefined ? undefined : {}) =>
    world.call(row.method, pathOf(row), { key: null, headers, ...(body === undefined ? {} : { body }) })

  test('error: an API key is rejected, with or without a session', async () => {
    for (const more of [{}, { cookie: one.approver.cookie() }]) {
      const answer = await call({ ...OWN, ...more, 'x-api-key': world.demo.key })
      expect([answer.status, answer.content.code]).toEqual([403, 'API_KEY_NOT_ACCEPTED'])
    }
  })

  test('error: a request from another site is rejected', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { ...OWN, 'sec-fetch-site': 'cross-site' },
      ...(row.method === 'GET' ? [] : [{}]),
    ]) {
      const answer = await call({ ...headers, cookie: one.approver.cookie() })
      expect([answer.status, answer.content.code]).toEqual([403, 'APPROVER_ORIGIN_REFUSED'])
    }
  })

  test.runIf(row.session)('error: without a session it is 401', async () => {
    expect((await call(OWN)).content.code).toBe('APPROVER_SESSION_REQUIRED')
  })

  test('error: another method is 405, and no response has a CORS header', async () => {
    const answer = await world.call('PATCH', pathOf(row), { key: null, headers: OWN })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')?.split(', ')).toContain(row.method)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.runIf(row.body !== undefined)('error: hostile bodies are 4xx and name what is wrong', async () => {
    const cookie = one.approver.cookie()
    const bodies = [
      '{"not":"known"}',
      '{"__proto__":{}}',
      '[]',
      'null',
      '"text"',
      '{',
      '{"ceremonyId":1,"ceremonyId":2}',
      `{"ceremonyId":"${'A'.repeat(43)}","response":{"id":"x","rawId":"x","type":"public-key","response":{}}}`,
      `{"email":"a\\u0000b@example.com"}`,
      `{"transactionUuid":"\\ud800","decision":"approve"}`,
      '['.repeat(10_000),
    ]
    for (const body of bodies) {
      const answer = await call({ ...OWN, cookie }, body)
      expect([400, 415]).toContain(answer.status)
    }
  })
})

test('error: garbage instead of a passkey response is rejected like an invalid one', async () => {
  const bytes = Buffer.from('{"type":"webauthn.get"').toString('base64url')
  const response = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
  }
  const known = {
    ...response,
    id: one.approver.passkey.credentialId,
    rawId: one.approver.passkey.credentialId,
  }
  for (const given of [response, known]) {
    const { ceremonyId } = (await one.approver.post('/sign-in/begin', {})).content
    const answer = await one.approver.post('/sign-in/finish', { ceremonyId, response: given })
    expect([answer.status, answer.content.code]).toEqual([400, 'APPROVAL_PASSKEY_REFUSED'])
  }
})

test('behavior: one address may send sixty requests per minute without a session', async () => {
  const app = createApp(world.ctx, openAdmission(world.ctx))
  const knock = (ip: string) => {
    const init = { method: 'POST', headers: { ...OWN, 'content-type': 'application/json' }, body: '{}' }
    return app.fetch(new Request('http://service.test/approve/api/sign-out', init), { client: { ip } })
  }
  // Starts at the beginning of a minute, so that all requests are in the same minute.
  world.clock.advance(60_000 - (world.clock.now().getTime() % 60_000))
  const statuses = []
  for (let count = 0; count < 61; count += 1) statuses.push((await knock('203.0.113.7')).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  expect((await knock('203.0.113.8')).status).toBe(200)
})

test('behavior: a user who shares an attacker’s address can still sign in', async () => {
  const app = createApp(world.ctx, openAdmission(world.ctx))
  const post = async (path: string, body: unknown) => {
    const init = {
      method: 'POST',
      headers: { ...OWN, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const request = new Request(`http://service.test/approve/api${path}`, init)
    const answer = await app.fetch(request, { client: { ip: '203.0.113.9' } })
    return { status: answer.status, content: (await answer.json()).content }
  }
  const assertion = async (passkey: typeof one.approver.passkey) => {
    const { ceremonyId, options } = (await post('/sign-in/begin', {})).content
    return { ceremonyId, response: passkey.assert(options, { origin: 'http://localhost:4000' }) }
  }
  const own = await assertion(one.approver.passkey)
  // Starts at the beginning of a minute, so that all requests are in the same minute.
  world.clock.advance(60_000 - (world.clock.now().getTime() % 60_000))
  const guess = { ...own, response: { ...own.response, id: 'dW5rbm93bg', rawId: 'dW5rbm93bg' } }
  const statuses = []
  for (let count = 0; count < 61; count += 1) statuses.push((await post('/sign-in/finish', guess)).status)
  expect(statuses.slice(0, 60)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
  expect(await post('/sign-in/finish', await assertion(one.approver.passkey))).toMatchObject({
    status: 200,
    content: { signedIn: true },
  })
})
