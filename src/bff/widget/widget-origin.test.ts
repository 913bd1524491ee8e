import { beforeEach, expect, test } from 'vitest'
import { readError, request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { PUBLIC_URL, SHOP } from '#bff/testing/test-bff.ts'

const world = await consoleWorld.fresh()
const shop = world.shopForEach()
let token: string
beforeEach(async () => {
  token = await shop.token()
})

const WRONG = [
  ['another scheme', 'https://shop.localhost:4001'],
  ['another port', 'http://shop.localhost:4002'],
  ['no port', 'http://shop.localhost'],
  ['ours as a prefix', 'http://shop.localhost:4001.evil.example'],
  ['ours as a prefix of the port', 'http://shop.localhost:40011'],
  ['ours as a suffix', 'http://evilshop.localhost:4001'],
  ['a subdomain', 'http://a.shop.localhost:4001'],
  ['the parent', 'http://localhost:4001'],
  ['capitals', 'HTTP://SHOP.LOCALHOST:4001'],
  ['a path', 'http://shop.localhost:4001/'],
  ['a trailing dot', 'http://shop.localhost.:4001'],
  ['userinfo', 'http://shop.localhost:4001@evil.example'],
  ['a list', 'http://shop.localhost:4001, https://evil.example'],
  ['a wildcard', '*'],
  ['null', 'null'],
  ['empty', ''],
  ['a look-alike', 'http://xn--shp-0na.localhost:4001'],
  ['a file', 'file://'],
  ['an extension', 'chrome-extension://abcdef'],
  ['a stranger', 'https://evil.example'],
] as const

test.each(WRONG)('error: refuses %s (%s) and its preflight without CORS headers', async (_, origin) => {
  const answer = await fromPage(world, token, '/config', {}, origin)
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'ORIGIN_REFUSED' })
  const preflight = await world.bff.fetch(
    request('/api/widget/config', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    }),
  )
  expect(preflight.status).toBe(403)
  for (const { headers } of [answer, preflight]) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(headers.get('vary')).toContain('Origin')
  }
  expect(world.upstream.seen).toEqual([])
})

test('behavior: the registered origin may read the response and errors, without credentials', async () => {
  for (const answer of [
    await fromPage(world, token, '/config'),
    await fromPage(world, 'x'.repeat(43), '/config'),
  ]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toContain('Origin')
  }
})

test('behavior: the preflight of an allowed origin lists methods and headers', async () => {
  const preflight = await world.bff.fetch(
    request('/api/widget/wallets', {
      method: 'OPTIONS',
      headers: { origin: SHOP, 'access-control-request-method': 'POST' },
    }),
  )
  expect(preflight.status).toBe(204)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': SHOP,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  })
})

test('error: refuses requests without an Origin, except the console’s own reads', async () => {
  for (const headers of [
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin' },
  ]) {
    const answer = await world.bff.fetch(
      request('/api/widget/config', { headers: { authorization: `Bearer ${token}`, ...headers } }),
    )
    expect(answer.status).toBe(403)
  }
  const post = await world.bff.fetch(
    request('/api/widget/wallets/predict', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
      body: {},
    }),
  )
  expect(post.status).toBe(403)
})

test('error: refuses and logs a token at another registered origin', async () => {
  await world.bff.ensureIntegration({
    label: 'Other',
    origins: ['https://other.example'],
    operations: ['create'],
  })
  const answer = await fromPage(world, token, '/config', {}, 'https://other.example')
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'ORIGIN_REFUSED' })
  expect((await fromPage(world, token, '/config', {}, PUBLIC_URL)).status).toBe(403)
  expect(world.logs.join('')).toContain('widget_token_at_other_origin')
})

test('error: a session cookie is not a token', async () => {
  const answer = await world.bff.fetch(
    request('/api/widget/config', { headers: { origin: PUBLIC_URL, cookie: `latchkey=${token}` } }),
  )
  expect(await readError(answer)).toMatchObject({ status: 401, code: 'WIDGET_TOKEN_EXPIRED' })
})

test.each([['/nothing'], ['/org/keys'], ['/sessions/x'], ['/tokens/erc20/burn']])(
  'error: %s is not for widgets',
  async (path) => {
    expect((await fromPage(world, token, path)).status).toBe(404)
  },
)
