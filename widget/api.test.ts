import { expect, test } from 'vitest'
import { createWidgetApi, type ApiDeps } from './api.ts'
import { createSession } from './session.ts'

const signal = new AbortController().signal

function api(answer: () => Promise<Response> | Response, changes: Partial<ApiDeps> = {}) {
  const sent: { url: string; init: RequestInit }[] = []
  const deps: ApiDeps = {
    apiUrl: 'https://wallets.example',
    session: createSession(() => ({ token: 'secret-token' })),
    fetch: async (url, init) => {
      sent.push({ url, init })
      return answer()
    },
    now: () => 0,
    online: () => true,
    ...changes,
  }
  return { api: createWidgetApi(deps), sent }
}

const ok = (content: unknown) => Response.json({ statusCode: 200, content })
const TOKEN = { address: `0x${'1'.repeat(40)}`, name: 'n', symbol: 's', decimals: 1 }

test('behavior: the header Date converts the server’s times to the device’s clock, and without it they stay unchanged', async () => {
  const at = Date.parse('2026-11-21T10:00:00Z')
  const date = new Date(at).toUTCString()
  const answer = () => Response.json({ statusCode: 200, content: TOKEN }, { headers: { date } })
  const { api: late } = api(answer, { now: () => at + 300_000 })
  expect(late.deviceMs(at)).toBe(at)
  await late.resolveToken(TOKEN.address, signal)
  expect(late.deviceMs(at)).toBe(at + 300_000)
  const { api: unknown } = api(() => ok(TOKEN), { now: () => at + 300_000 })
  await unknown.resolveToken(TOKEN.address, signal)
  expect(unknown.deviceMs(at)).toBe(at)
})

test('behavior: a request carries the token in a header, no cookie, and no token in the address', async () => {
  const { api: widgetApi, sent } = api(() => ok(TOKEN))
  await widgetApi.resolveToken(TOKEN.address, signal)
  const [{ url, init } = { url: '', init: {} }] = sent
  expect(url).toBe('https://wallets.example/api/widget/tokens/resolve')
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    headers: { authorization: 'Bearer secret-token', 'content-type': 'application/json' },
  })
})

test.each([
  [400, { message: 'm', code: 'INVALID_VERIFICATION_CODE' }, 'INVALID_VERIFICATION_CODE'],
  [400, { message: 'm', code: 'SOMETHING_NEW' }, 'UNKNOWN'],
  [403, { message: 'm', code: 'OPERATION_REFUSED' }, 'OPERATION_NOT_ALLOWED'],
  [403, { message: 'm', code: 'ORIGIN_REFUSED' }, 'ORIGIN_REFUSED'],
  [404, { message: 'm' }, 'NOT_FOUND'],
  [409, {}, 'CONFLICT'],
  [501, { message: 'm', code: 'UPSTREAM_LACKS' }, 'NOT_FOUND'],
  [502, 'a gateway', 'UNAVAILABLE'],
  [504, { message: 'm', code: 'CHAIN_TIMEOUT' }, 'CHAIN_TIMEOUT'],
])('error: status %i with body %j → %s', async (status, content, code) => {
  const { api: widgetApi } = api(() => Response.json({ statusCode: status, content }, { status }))
  await expect(widgetApi.resolveToken(TOKEN.address, signal)).rejects.toMatchObject({ code })
})

test('error: too many requests → says how long to wait', async () => {
  const { api: widgetApi } = api(() => new Response('', { status: 429, headers: { 'retry-after': '7' } }))
  await expect(widgetApi.config(signal)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 7 })
})

test.each([['no json'], ['{}'], ['null'], ['{"statusCode":200}'], ['<html>']])(
  'error: rejects the body %j as an unexpected response',
  async (body) => {
    const { api: widgetApi } = api(() => new Response(body))
    await expect(widgetApi.config(signal)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
  },
)

test.each([
  ['undefined', 'CONFIGURATION', 'no widget token'],
  ['x'.repeat(43), 'SESSION_EXPIRED', 'unknown to the server'],
])('error: a fresh token that is refused with %j → %s', async (token, code, detail) => {
  const session = createSession(() => ({ getToken: async () => token }))
  const { api: widgetApi } = api(() => new Response('', { status: 401 }), { session })
  await expect(widgetApi.config(signal)).rejects.toMatchObject({
    code,
    detail: expect.stringContaining(detail),
  })
})

test('error: distinguishes a lost connection from being offline', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(api(lost).api.config(signal)).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
  await expect(api(lost, { online: () => false }).api.config(signal)).rejects.toMatchObject({
    code: 'OFFLINE',
  })
})

test('behavior: leaving aborts the request with the reason of leaving', async () => {
  const controller = new AbortController()
  const { api: widgetApi } = api(() => new Promise<Response>(() => {}))
  const asked = widgetApi.config(controller.signal)
  controller.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})

test('error: an error contains neither the token nor the sent body', async () => {
  const { api: widgetApi } = api(() => new Response('', { status: 500 }))
  const error: unknown = await widgetApi
    .requestCode('mira@example.com', signal)
    .catch((thrown: unknown) => thrown)
  const text = `${String(error)} ${JSON.stringify(error)}`
  expect(text).not.toMatch(/secret-token|mira@example/)
})

test.each([
  ['84001', true],
  ['084001', true],
  ['1', false],
  ['84001.5', false],
  ['base', false],
])('param: with chain %s set by the page, the server’s 84001 is accepted: %s', async (chainId, accepted) => {
  const config = {
    chainId: 84_001,
    factory: TOKEN.address,
    fee: null,
    operations: [],
    organizationName: 'Demo',
    serverTimeSeconds: 0,
  }
  const asked = api(() => ok(config), { chainId }).api.config(signal)
  if (accepted) await expect(asked).resolves.toEqual(config)
  else
    await expect(asked).rejects.toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      detail: `chain-id ${chainId}, server 84001`,
    })
})
