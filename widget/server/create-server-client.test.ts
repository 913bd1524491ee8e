import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { walletRow } from '#service/testing/stored-rows.ts'
import {
  ConnectionError,
  createServerClient,
  LatchkeyError,
  RefusedError,
  UnavailableError,
} from './index.ts'
import { json, lost, readError, scriptClient } from './testing/script-client.ts'

const service = await forFile(serviceWorld.api())
const served: Request[] = []
const client = createServerClient({
  url: 'http://service.test/',
  apiKey: service.demo.key,
  fetch: async (url, init) => {
    const request = new Request(url, init)
    served.push(request.clone())
    return service.fetch(request)
  },
})

describe('with the service itself', () => {
  test('behavior: fields are sent as described, in the path, the query or the body', async () => {
    const domain = await client.addDomain({ domain: 'shop.example' })
    expect(await client.listDomains()).toContainEqual(expect.objectContaining({ id: domain.id }))
    await client.removeDomain({ domainId: domain.id })
    expect(await client.listDomains()).not.toContainEqual(expect.objectContaining({ id: domain.id }))
    await client.pendingVerification({ email: 'a+b@example.com' })
    expect(new URL(served.at(-1)!.url).searchParams.get('email')).toBe('a+b@example.com')
  })

  test('behavior: reads a list to its end, each entry once and in order', async () => {
    const addresses = Array.from({ length: 5 }, (_, index) => `0x${String(index + 1).repeat(40)}`)
    for (const [index, address] of addresses.entries()) {
      const row = walletRow({
        organization_id: service.demo.id,
        address,
        external_user_id: 'many',
        created_at: new Date(Date.UTC(2026, 0, index + 1)),
      })
      await service.ctx.db.insertInto('wallets').values(row).execute()
    }
    const pages = served.length
    const read: string[] = []
    for await (const wallet of client.each('listWallets', { limit: '2', externalUserId: 'many' }))
      read.push(wallet.address)
    expect(read).toEqual(addresses.toReversed())
    expect(served.length - pages).toBe(3)
    const first = await client.listWallets({ limit: '2', externalUserId: 'many' })
    expect(first.map(({ address }) => address)).toEqual(addresses.toReversed().slice(0, 2))
  })

  test('error: an error of the service names its code, fields and request', async () => {
    const error = await readError(client.requestEmailVerification({ email: 'nobody' }))
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({
      name: 'RefusedError',
      code: 'VALIDATION_FAILED',
      status: 400,
      requestId: expect.stringMatching(/./),
      fields: [{ path: 'email', message: expect.any(String) }],
    })
    expect(await readError(client.getWallet({ address: `0x${'9'.repeat(40)}` }))).toMatchObject({
      code: 'WALLET_NOT_OWNED',
      status: 403,
    })
  })

  test('behavior: with the caller’s Idempotency-Key, a call of another process counts as the same call', async () => {
    const first = await client.addDomain({ domain: 'once.example' }, { idempotencyKey: 'order-1' })
    const second = await client.addDomain({ domain: 'once.example' }, { idempotencyKey: 'order-1' })
    expect(second).toEqual(first)
    const other = await readError(
      client.addDomain({ domain: 'twice.example' }, { idempotencyKey: 'order-1' }),
    )
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 })
  })
})

describe('retries', () => {
  const busy = json(503, { message: 'Not now', code: 'UNAVAILABLE' }, { 'retry-after': '0' })

  test('behavior: a POST without a response is repeated as the same request', async () => {
    const { client: tried, sent } = scriptClient([lost, busy, json(200, { id: 'd1' })])
    expect(await tried.addDomain({ domain: 'shop.example' })).toEqual({ id: 'd1' })
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key')))).toHaveLength(1)
    expect(new Set(sent.map(({ init }) => init.body))).toHaveLength(1)
  })

  test('error: fails after the last try with its error', async () => {
    const { client: tried, sent } = scriptClient([lost, busy], { retries: 1 })
    expect(await readError(tried.listDomains())).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 0 })
    expect(sent).toHaveLength(2)
  })

  test.each([400, 401, 403, 404, 409, 422])('error: an error %i is not retried', async (status) => {
    const { client: tried, sent } = scriptClient([json(status, { message: 'No', code: 'NO' })])
    expect(await readError(tried.listDomains())).toMatchObject({ code: 'NO', status })
    expect(sent).toHaveLength(1)
  })

  test('behavior: waits for the same call in another process', async () => {
    const underWay = json(409, { message: 'This is being done already', code: 'CONFLICT' })
    const { client: tried } = scriptClient([underWay, json(200, { id: 'd1' })])
    expect(await tried.addDomain({ domain: 'shop.example' })).toEqual({ id: 'd1' })
  })

  test.each([500, 502, 503, 504])('error: %i does not claim that nothing happened', async (status) => {
    const failed = json(status, { message: 'Failed', code: 'CHAIN_FAILED' })
    const error = await readError(scriptClient([failed], { retries: 0 }).client.listDomains())
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).not.toBeInstanceOf(RefusedError)
  })

  test('error: a DELETE without a response is not repeated, because it would then not be found', async () => {
    const { client: tried, sent } = scriptClient([
      lost,
      json(404, { message: 'Not found', code: 'NOT_FOUND' }),
    ])
    expect(await readError(tried.removeDomain({ domainId: 'd1' }))).toBeInstanceOf(ConnectionError)
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['https://moved.example/v1?token=x', ' to https://moved.example'],
    ['/login', ' to https://wallets.example'],
    ['', ''],
    ['http://[', ''],
  ])('error: a redirect to %j is neither followed nor retried', async (location, target) => {
    const moved = () => new Response('', { status: 302, headers: { location } })
    const { client: tried, sent } = scriptClient([moved])
    const error = await readError(tried.listDomains())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      code: 'REDIRECTED',
      status: 302,
      message: `listDomains: https://wallets.example redirects${target}, and the secret is not sent there. Set url to the address of the service itself.`,
    })
    expect(sent).toHaveLength(1)
  })

  test('error: gives the same error on a platform that hides a redirect’s status', async () => {
    const hidden = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
    expect(await readError(scriptClient([hidden]).client.listDomains())).toMatchObject({ code: 'REDIRECTED' })
  })

  test('error: a response whose body never ends counts as a failed connection, with any signal of the caller', async () => {
    const endless = (init: RequestInit) =>
      new ReadableStream({
        start: (stream) =>
          init.signal?.addEventListener('abort', () => stream.error(init.signal?.reason), { once: true }),
      })
    const slow = createServerClient({
      url: 'https://wallets.example',
      apiKey: 'pk_live_x',
      retries: 0,
      timeoutMs: 200,
      fetch: async (_, init) => new Response(endless(init)),
    })
    const call = readError(slow.listDomains({}, { signal: new AbortController().signal }))
    setFlagsFromString('--expose_gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect !== 'function') throw new Error('this Node cannot collect on demand')
    const collecting = setInterval(() => void collect(), 10)
    expect(await call).toMatchObject({ message: 'listDomains: no answer within 200 ms' })
    clearInterval(collecting)
  })

  test('error: a call that its caller aborts during a pause rejects with the caller’s reason', async () => {
    const owner = new AbortController()
    const { client: tried } = scriptClient([
      () => {
        setTimeout(() => owner.abort(new Error('gone')), 20)
        return json(503, { message: 'Not now' }, { 'retry-after': '15' })()
      },
    ])
    expect(await readError(tried.listDomains({}, { signal: owner.signal }))).toMatchObject({
      message: 'gone',
    })
  })

  test('error: a long Retry-After time is returned immediately', async () => {
    const limited = json(429, { message: 'Slower', code: 'RATE_LIMITED' }, { 'retry-after': '3600' })
    const { client: tried, sent } = scriptClient([limited])
    const error = await readError(tried.listDomains())
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3600 })
    expect(sent).toHaveLength(1)
  })

  test('error: a timeout counts as a failed connection, and an abort rejects with the caller’s reason', async () => {
    const silent = (init: RequestInit) =>
      new Promise<Response>((_, refuse) =>
        init.signal?.addEventListener('abort', () => refuse(init.signal?.reason)),
      )
    const options = { url: 'https://wallets.example', apiKey: 'pk_live_x' }
    const slow = createServerClient({
      ...options,
      retries: 0,
      timeoutMs: 20,
      fetch: (_, init) => silent(init),
    })
    const late = await readError(slow.listDomains())
    expect(late).toBeInstanceOf(ConnectionError)
    expect(late).toMatchObject({ code: 'CONNECTION_FAILED', message: expect.stringContaining('20 ms') })
    const owner = new AbortController()
    const ended = readError(scriptClient([lost]).client.listDomains({}, { signal: owner.signal }))
    owner.abort(new Error('gone'))
    expect(await ended).toMatchObject({ message: 'gone' })
  })

  test.each([
    ['a page of a proxy', () => new Response('<html>Sign in</html>')],
    ['nothing', () => new Response(null, { status: 204 })],
    ['half an answer', () => new Response('{"statusCode":200,"cont')],
    ['a refusal that a proxy made', () => new Response('<html>', { status: 403 })],
  ])('error: %s is not a response of the service', async (_, answer) => {
    const { client: tried } = scriptClient([answer], { retries: 0 })
    expect(await readError(tried.listDomains())).toMatchObject({ code: 'ANSWER_UNREADABLE' })
  })

  test('error: a proxy’s own error page becomes an error with its status', async () => {
    const { client: tried } = scriptClient([() => new Response('<html>', { status: 502 })], { retries: 0 })
    expect(await readError(tried.listDomains())).toMatchObject({ code: 'HTTP_502', status: 502 })
  })
})

describe('credentials', () => {
  test('behavior: a session request sends only the integration secret, all others only the API key', async () => {
    const { client: both, sent } = scriptClient([json(200, {})], { consoleUrl: 'https://console.example' })
    await both.openWidgetSession({
      externalUserId: 'u',
      operations: ['create'],
      origin: 'https://shop.example',
    })
    await both.listDomains()
    expect(sent.map(({ url }) => url)).toEqual([
      'https://console.example/api/widget/sessions',
      'https://wallets.example/v1/org/domains',
    ])
    expect(sent.map(({ headers }) => [headers.get('authorization'), headers.get('x-api-key')])).toEqual([
      ['Bearer is_x', null],
      [null, 'pk_live_x'],
    ])
    expect(sent.every(({ init }) => init.redirect === 'manual')).toBe(true)
  })

  test('error: a missing credential is named before anything is sent, and no error contains one', async () => {
    const { client: bare, sent } = scriptClient([lost], { apiKey: '', retries: 0 })
    expect(await readError(bare.listDomains())).toMatchObject({
      message: 'createServerClient was given no apiKey, which listDomains needs',
    })
    expect(sent).toHaveLength(0)
    const failed = await readError(scriptClient([lost], { retries: 0 }).client.listDomains())
    expect(failed).toBeInstanceOf(LatchkeyError)
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toMatch(/pk_live_x|is_x/)
  })

  test('param: a value in a path stays in its position', async () => {
    const { client: odd, sent } = scriptClient([json(200, {})])
    await odd.getWallet({ address: '../../org/keys?x=1#' })
    expect(sent[0]?.url).toBe('https://wallets.example/v1/baas/wallets/..%2F..%2Forg%2Fkeys%3Fx%3D1%23')
  })

  test.each(['', '.', '..'])(
    'error: “%s” in a path would change the path, and is not sent',
    async (address) => {
      const { client: odd, sent } = scriptClient([json(200, {})])
      expect(await readError(odd.getWallet({ address }))).toMatchObject({
        message: `address cannot be “${address}”`,
      })
      expect(sent).toHaveLength(0)
    },
  )
})
