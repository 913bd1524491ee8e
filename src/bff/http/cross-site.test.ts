import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isScimPath } from '#bff/scim/scim-routes.ts'
import { enrolAdmin, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { forFile } from '#protocol/testing/for-file.ts'

const world = await forFile(consoleWorld.bff())
await world.reset()
const admin = await enrolAdmin(world)
world.upstream.seen.length = 0
const before = await tables()

/** Requests that a page of another site can make an administrator's browser send, with the cookie. */
const SHAPES: [string, Record<string, string>, string?][] = [
  ['a form post without any header of ours', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'],
  ['a form post as text that looks like JSON', { 'content-type': 'text/plain' }, '{"a":1}'],
  ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
  ['a post without Origin', { 'content-type': 'application/json' }, '{}'],
  [
    'a post with Origin null (sandboxed frame, data URL)',
    { origin: 'null', 'content-type': 'application/json' },
    '{}',
  ],
  [
    'another site',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    '{}',
  ],
  [
    'the same host on another port',
    { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-site', 'content-type': 'application/json' },
    '{}',
  ],
  [
    'the same host over another scheme',
    { origin: 'https://localhost:4000', 'content-type': 'application/json' },
    '{}',
  ],
  [
    'a subdomain of our host',
    {
      origin: 'http://shop.localhost:4000',
      'sec-fetch-site': 'same-site',
      'content-type': 'application/json',
    },
    '{}',
  ],
  [
    'our origin as a prefix',
    { origin: 'http://localhost:4000.evil.example', 'content-type': 'application/json' },
    '{}',
  ],
  [
    'our origin as a suffix',
    { origin: 'http://evil-localhost:4000', 'content-type': 'application/json' },
    '{}',
  ],
  ['our origin in capitals', { origin: 'HTTP://LOCALHOST:4000', 'content-type': 'application/json' }, '{}'],
  [
    'a forged Origin that Sec-Fetch-Site gives away',
    { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    '{}',
  ],
  [
    'our origin from a navigation',
    { origin: PUBLIC_URL, 'sec-fetch-site': 'none', 'content-type': 'application/json' },
    '{}',
  ],
  ['no body at all from another site', { origin: 'https://evil.example' }],
]

function unsafeRoutes() {
  const own = new Set(['/api/csp-report', '/api/widget/sessions'])
  return world.routes.filter(
    ({ method, path }) =>
      method !== 'GET' && !own.has(path) && !path.startsWith('/api/widget/') && !isScimPath(path),
  )
}

async function tables() {
  const names = [
    'bff_admin',
    'bff_admin_passkey',
    'bff_ceremony',
    'bff_integration',
    'bff_session',
    'bff_setup_link',
    'bff_widget_session',
  ]
  const dumps = await Promise.all(
    names.map((name) => sql`select * from ${sql.table(name)}`.execute(world.db)),
  )
  return JSON.stringify(dumps.map(({ rows }) => rows))
}

test.each(SHAPES)('behavior: %s changes nothing on any route', async (_, headers, body) => {
  const routes = unsafeRoutes()
  expect(routes.length).toBeGreaterThan(15)
  for (const { method, path } of routes) {
    const cookie = `latchkey=${admin.browser.cookies.get('latchkey')}`
    const answer = await world.bff.fetch(
      new Request(PUBLIC_URL + path.replace(/:\w+/, '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'), {
        method,
        headers: { cookie, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    )
    expect(await readError(answer), `${method} ${path}`).toMatchObject({
      status: 403,
      code: 'ORIGIN_REFUSED',
    })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
  expect(world.upstream.seen).toEqual([])
  expect(await tables()).toBe(before)
})

test('behavior: another site can neither read responses nor detect whether a person is signed in', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const answer = await admin.browser.send('/api/session', { headers })
    expect(await readError(answer)).toMatchObject({ status: 403, code: 'ORIGIN_REFUSED' })
  }
})

test('behavior: refuses a preflight for the console without CORS headers', async () => {
  const answer = await world.bff.fetch(
    new Request(`${PUBLIC_URL}/api/integrations`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    }),
  )
  expect(answer.status).toBe(403)
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test.each(['/api/integration', '/api/widget/session', '/v1/baas/wallet'])(
  'error: %s, which is not a path, is a 404 for a server and refused for a page of another site',
  async (path) => {
    const post = (headers: Record<string, string>) =>
      world.bff.fetch(new Request(PUBLIC_URL + path, { method: 'POST', headers, body: '{}' }))
    expect(await readError(post({}))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  },
)

test('behavior: every route except the public ones requires a session', async () => {
  const open = new Set([
    '/api/session',
    '/api/setup/options',
    '/api/setup/verify',
    '/api/sign-in/options',
    '/api/sign-in/verify',
    '/api/sign-in/provider',
    '/api/identity',
    '/api/sign-out',
    '/api/join/invitation',
    '/api/join/options',
    '/api/join/verify',
    '/api/recover/options',
    '/api/recover/verify',
    '/api/csp-report',
  ])
  const closed = world.routes.filter(
    ({ path }) => !open.has(path) && !path.startsWith('/api/widget/') && !isScimPath(path),
  )
  expect(closed.length).toBeGreaterThan(20)
  for (const { method, path } of closed) {
    const answer = await world.bff.fetch(
      new Request(PUBLIC_URL + path, {
        method,
        headers: {
          origin: PUBLIC_URL,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
        ...(method === 'GET' ? {} : { body: '{' }),
      }),
    )
    expect(await readError(answer), `${method} ${path}`).toMatchObject({
      status: 401,
      code: 'SESSION_REQUIRED',
    })
  }
  expect(world.upstream.seen).toEqual([])
})
