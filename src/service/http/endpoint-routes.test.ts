import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { apiError } from '#server-kit/http/http-error.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readEnvelope } from '#service/testing/sum-service.ts'

/** Option that fetch requires for a stream as body. The DOM's types do not know it. */
const STREAMED = { duplex: 'half' }

const sums = await serviceWorld.sums()
afterAll(() => sums.ctx.close())
beforeEach(() => sums.reset())

describe('responses', () => {
  test('behavior: content has the envelope and the request id, and is never cached', async () => {
    const response = await sums.post({ a: '5' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(await readEnvelope(response)).toEqual({ statusCode: 200, content: { sum: '5' } })
  })

  test('param: keeps a valid x-request-id and replaces any other', async () => {
    const kept = await sums.fetch('/v1/sums/abc', {
      headers: { 'x-api-key': 'full', 'x-request-id': 'my-id.1' },
    })
    expect(kept.headers.get('x-request-id')).toBe('my-id.1')
    const replaced = await sums.fetch('/v1/sums/abc', {
      headers: { 'x-api-key': 'full', 'x-request-id': 'a b' },
    })
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('param: a change without a body accepts none or an empty object; anything else is refused and changes nothing', async () => {
    const clear = (body?: string, type = 'application/json') =>
      sums.fetch('/v1/new-sum', {
        method: 'POST',
        headers: { 'x-api-key': 'full', ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body }),
      })
    for (const body of [undefined, '', '{}', ' { } ']) expect((await clear(body)).status).toBe(200)
    await sums.post({ a: '7' })
    for (const body of ['{"a":"1"}', '[1]', '5', 'null', 'not json'])
      expect([body, (await clear(body)).status]).toEqual([body, 400])
    expect((await clear('not json', 'text/plain')).status).toBe(415)
    expect(sums.sum).toBe(7n)
  })

  test('behavior: returns headers of an operation; HEAD returns the same without a body', async () => {
    const get = await sums.fetch('/v1/sums?q=%C3%A9', { headers: { 'x-api-key': 'full' } })
    expect(get.headers.get('link')).toBe('<x>; rel="next"')
    expect(await get.json()).toEqual({ statusCode: 200, content: ['é'] })
    const head = await sums.fetch('/v1/sums', { method: 'HEAD', headers: { 'x-api-key': 'full' } })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
  })

  test('error: an error without a code → a plain 500, logged with its cause and without the body', async () => {
    sums.behaviour = () => Promise.reject(new Error('disk on fire'))
    const response = await sums.post({ a: '7', note: 'canary' })
    const answer = await readEnvelope(response)
    expect(response.status).toBe(500)
    expect(answer.content.code).toBe('INTERNAL')
    expect(JSON.stringify(answer)).not.toContain('disk on fire')
    const lines = sums.ctx.logLines.filter((line) =>
      line.includes(response.headers.get('x-request-id') ?? '?'),
    )
    expect(lines.join()).toContain('disk on fire')
    expect(lines.join()).not.toContain('canary')
  })

  test('error: logs a failed statement without its values', async () => {
    sums.behaviour = async () => {
      await sql`select 1 / (case when ${'canary'}::text = '' then 1 else 0 end)`.execute(sums.ctx.db)
    }
    const before = sums.ctx.logLines.length
    expect((await sums.post({ a: '7' })).status).toBe(500)
    const lines = sums.ctx.logLines.slice(before).join()
    expect(lines).toContain('"code":"22012"')
    expect(lines).not.toContain('canary')
  })

  test('error: a body that ends too early is reported as the client’s error', async () => {
    const stream = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    const response = await sums.fetch('/v1/sums', {
      method: 'POST',
      headers: { 'x-api-key': 'full', 'content-type': 'application/json' },
      body: stream,
      ...STREAMED,
    })
    expect(response.status).toBe(400)
  })

  test('error: an unreachable database → 503 with Retry-After', async () => {
    sums.behaviour = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
    const response = await sums.post({ a: '7' })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
  })
})

describe('routes', () => {
  const NOT_FOUND = 'Not found'
  const LAST_SLASH = 'No path of this API ends with a slash: leave the last slash out'
  test.each([
    ['/v1', NOT_FOUND],
    ['/v1/', LAST_SLASH],
    ['/v1/nothing', NOT_FOUND],
    ['/v1/sums/', LAST_SLASH],
    ['/v1/sums/a/b', NOT_FOUND],
    ['/', NOT_FOUND],
    ['/v1//sums', NOT_FOUND],
    ['/V1/sums', NOT_FOUND],
  ])('error: %s → 404 in the envelope', async (path, message) => {
    const response = await sums.fetch(path, { headers: { 'x-api-key': 'full' } })
    expect(response.status).toBe(404)
    expect(await readEnvelope(response)).toEqual({
      statusCode: 404,
      content: { message, code: 'NOT_FOUND' },
    })
    expect(response.headers.has('x-request-id')).toBe(true)
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'error: %s → 405 with the allowed methods',
    async (method) => {
      const response = await sums.fetch('/v1/sums', { method, headers: { 'x-api-key': 'full' } })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, GET, HEAD')
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect((await readEnvelope(response)).content.message).toBe(
        'Method not allowed. Allowed: POST, GET, HEAD',
      )
    },
  )
})

describe('order of checks', () => {
  test('error: authentication is checked before the body', async () => {
    const response = await sums.post('not json', { 'x-api-key': 'wrong', 'content-type': 'text/plain' })
    expect(response.status).toBe(401)
    expect(await readEnvelope(response)).toEqual({
      statusCode: 401,
      content: { message: 'Invalid API key', code: 'INVALID_API_KEY' },
    })
  })

  test('error: the scope is checked before the body and is named', async () => {
    const response = await sums.post('not json', { 'x-api-key': 'none' })
    expect(response.status).toBe(403)
    expect((await readEnvelope(response)).content.message).toBe(
      'Insufficient scopes. Required: wallet:create',
    )
  })

  test('error: the body is checked before the operation', async () => {
    sums.behaviour = () => Promise.reject(apiError('WALLET_NOT_OWNED'))
    expect((await sums.post({ a: 1 })).status).toBe(400)
    expect((await sums.post({ a: '1' })).status).toBe(403)
  })

  test.each([{ origin: 'https://shop.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-origin' }])(
    'error: a key with %j came from a browser → refused, with an alarm that does not contain the key',
    async (headers) => {
      const before = sums.ctx.logLines.length
      const response = await sums.post({ a: '1' }, headers)
      expect(response.status).toBe(403)
      expect((await readEnvelope(response)).content.code).toBe('API_KEY_IN_BROWSER')
      const lines = sums.ctx.logLines.slice(before).join()
      expect(lines).toContain('"alarm":"api-key-in-browser"')
      expect(lines).toContain('"keyId":"k1"')
      expect(lines).not.toContain('"full"')
      expect(sums.sum).toBe(0n)
    },
  )

  test('behavior: sec-fetch-mode alone does not mean a browser, because Node’s fetch sends it', async () => {
    expect((await sums.post({ a: '1' }, { 'sec-fetch-mode': 'cors' })).status).toBe(200)
  })
})

describe('input', () => {
  test('error: lists every refused field with its path', async () => {
    const response = await sums.post({ a: '01', note: 'x'.repeat(11), extra: 1, öther: 2 })
    const answer = await readEnvelope(response)
    expect(answer.content.code).toBe('VALIDATION_FAILED')
    expect(answer.content.errors).toEqual(
      expect.arrayContaining([
        { path: 'a', message: 'must be a whole number in decimal digits without leading zeros' },
        { path: 'extra', message: 'is not a known field' },
        { path: 'öther', message: 'is not a known field' },
      ]),
    )
    expect(answer.content.message).toMatch(/^a must be a whole number/)
  })

  test.each([
    ['{}', 'a', 'is required'],
    ['{"a":null}', 'a', 'must be a string'],
    ['[]', '', 'must be a JSON object'],
    ['null', '', 'must be a JSON object'],
    ['"text"', '', 'must be a JSON object'],
  ])('error: %s', async (body, path, message) => {
    expect((await readEnvelope(await sums.post(body))).content.errors).toEqual([{ path, message }])
  })

  test('error: thousands of unknown fields → a bounded list', async () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]))
    const response = await sums.post(body)
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text.length).toBeLessThan(10_000)
  })

  test.each([
    ['text/plain', 415],
    ['application/json; charset=utf-16', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonx', 415],
    ['Application/JSON; charset="UTF-8"', 200],
    ['application/json;charset=utf-8;', 200],
  ])('param: content type %s → %i', async (type, status) => {
    expect((await sums.post({ a: '1' }, { 'content-type': type })).status).toBe(status)
  })

  test('error: a compressed body → 415', async () => {
    expect((await sums.post({ a: '1' }, { 'content-encoding': 'gzip' })).status).toBe(415)
  })

  test('error: reads 256 KiB; a byte more → 413, declared or streamed', async () => {
    const body = (bytes: number) => `{"a":"1"${' '.repeat(bytes - 9)}}`
    expect((await sums.post(body(262_144))).status).toBe(200)
    const declared = await sums.post(body(262_145), { 'content-length': '262145' })
    expect(declared.status).toBe(413)
    expect((await readEnvelope(declared)).content.message).toBe('The body is larger than 256 KiB')
    const chunk = new TextEncoder().encode(' '.repeat(65_536))
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1
        controller.enqueue(chunk)
      },
    })
    const request = new Request('http://service.test/v1/sums', {
      method: 'POST',
      headers: { 'x-api-key': 'full', 'content-type': 'application/json' },
      body: stream,
      ...STREAMED,
    })
    expect((await sums.fetch('/v1/sums', request)).status).toBe(413)
    expect(sent).toBeLessThan(10)
  })

  test('error: invalid UTF-8 → INVALID_JSON', async () => {
    const response = await sums.fetch('/v1/sums', {
      method: 'POST',
      headers: { 'x-api-key': 'full', 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    })
    expect((await readEnvelope(response)).content.code).toBe('INVALID_JSON')
  })

  test.each([
    ['/v1/sums?other=1', 'other', 'is not a known field'],
    ['/v1/sums?q=1&q=2', 'q', 'is given more than once'],
    ['/v1/sums?q=%00', 'q', 'must not contain control characters'],
    ['/v1/sums/ABC', 'id', 'must be letters'],
    ['/v1/sums/%E0%A4%A', 'id', 'must be letters'],
    ['/v1/sums/a?x=1', 'x', 'is not a known field'],
    ['/v1/sums?__proto__=1', '__proto__', 'is not a known field'],
  ])('error: GET %s names %s', async (path, field, message) => {
    const response = await sums.fetch(path, { headers: { 'x-api-key': 'full' } })
    expect(response.status).toBe(400)
    expect((await readEnvelope(response)).content.errors).toEqual([{ path: field, message }])
  })
})
