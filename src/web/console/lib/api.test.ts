import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { signInChallenge } from '#protocol/passkey/sign-in-challenge.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { callApi, baasApi, orgApi } from './api.ts'
import { isSessionGateOpen, settleSessionGate } from './session-gate.ts'

type Asked = { url: string; init: RequestInit | undefined }

/** Responds to requests with the given responses in order and records the requests. */
function answerWith(...responses: (Response | Error)[]): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push({ url, init })
    const next = responses.shift() ?? new Error('nothing was prepared')
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  })
  return asked
}

function json(status: number, content: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ statusCode: status, content }), { status, headers })
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (thrown instanceof ApiError) return thrown
  throw new Error('no ApiError was thrown', { cause: thrown })
}

const SESSION_REQUIRED = { code: 'SESSION_REQUIRED', message: 'Sign in with your passkey to continue' }
const read = { method: 'GET', path: '/api/thing', answer: z.object({ name: z.string() }) } as const

// Test files share their modules, so the next file must start with a session.
afterEach(() => {
  settleSessionGate('renewed')
  vi.unstubAllGlobals()
})

describe('callApi', () => {
  test('param: omits empty query values and encodes the others', async () => {
    const asked = answerWith(json(200, { name: 'a' }))
    await callApi({ ...read, query: { q: 'a b&c', cursor: '', limit: undefined } })
    expect(asked[0]?.url).toBe('/api/thing?q=a+b%26c')
  })

  test('param: sends a JSON body with POST (an empty object if undefined) and no body with GET', async () => {
    const asked = answerWith(json(200, { name: 'a' }), json(200, { name: 'a' }), json(200, { name: 'a' }))
    await callApi({ ...read, method: 'POST', body: { one: 1 } })
    await callApi({ ...read, method: 'POST' })
    await callApi(read)
    expect(asked.map(({ init }) => init?.body)).toEqual(['{"one":1}', '{}', undefined])
  })

  test('param: sends the idempotency key with the request and with its repetition', async () => {
    const asked = answerWith(json(401, SESSION_REQUIRED), json(200, { name: 'a' }))
    const answer = callApi({ ...read, method: 'POST', idempotencyKey: 'form-1' })
    await vi.waitUntil(isSessionGateOpen)
    settleSessionGate('renewed')
    await answer
    const keys = asked.map(({ init }) => new Headers(init?.headers).get('idempotency-key'))
    expect(keys).toEqual(['form-1', 'form-1'])
  })

  test('behavior: returns the parsed content and the cursor of the next page', async () => {
    answerWith(json(200, { name: 'a', more: true }, { link: '</api/thing?cursor=xyz>; rel="next"' }))
    const endpoint = { ...read, path: '/thing', role: 'read-only' } as const
    expect(await orgApi.page(endpoint)).toEqual({ content: { name: 'a' }, nextCursor: 'xyz' })
  })

  test('behavior: waits for the session, then sends the same request again', async () => {
    const asked = answerWith(json(401, SESSION_REQUIRED), json(200, { name: 'a' }))
    const answer = callApi({ ...read, method: 'POST', body: { typed: 'kept' } })
    await vi.waitUntil(isSessionGateOpen)
    settleSessionGate('renewed')
    expect(await answer).toEqual({ name: 'a' })
    expect(asked.map(({ init }) => init?.body)).toEqual(['{"typed":"kept"}', '{"typed":"kept"}'])
  })

  test('behavior: several requests wait at the same session gate', async () => {
    const asked = answerWith(
      json(401, SESSION_REQUIRED),
      json(401, SESSION_REQUIRED),
      json(200, { name: 'a' }),
      json(200, { name: 'b' }),
    )
    const answers = Promise.all([callApi(read), callApi(read)])
    await vi.waitUntil(() => isSessionGateOpen() && asked.length === 2)
    settleSessionGate('renewed')
    expect((await answers).map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    expect(isSessionGateOpen()).toBe(false)
  })

  test('error: fails with SESSION_REQUIRED if the user declines to sign in', async () => {
    answerWith(json(401, SESSION_REQUIRED))
    const failure = failureOf(callApi(read))
    await vi.waitUntil(isSessionGateOpen)
    settleSessionGate('declined')
    expect((await failure).code).toBe('SESSION_REQUIRED')
  })

  test('error: requests that create the session never wait for one', async () => {
    answerWith(json(401, SESSION_REQUIRED))
    expect((await failureOf(callApi({ ...read, sessionless: true }))).code).toBe('SESSION_REQUIRED')
    expect(isSessionGateOpen()).toBe(false)
  })

  test('error: step-up is bound to the exact request, and a failed prompt sends nothing again', async () => {
    const refused = json(403, { code: 'STEP_UP_REQUIRED', message: 'Confirm this change with your passkey' })
    const challenge = base64Url(signInChallenge({ origin: location.origin, nonce: 'made-up' }))
    const begun = { stepUp: 'made-up', options: { challenge }, nonce: 'made-up' }
    const asked = answerWith(refused, json(200, begun))
    const change = { ...read, method: 'POST', body: { secret: 'typed' } } as const
    const thrown: unknown = await callApi(change).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(ReadableError)
    expect(asked.map(({ url }) => url)).toEqual(['/api/thing', '/api/step-up/options'])
    const bodySha256 = createHash('sha256').update('{"secret":"typed"}').digest('hex')
    expect(asked[1]?.init?.body).toBe(JSON.stringify({ method: 'POST', path: '/api/thing', bodySha256 }))
  })

  test('error: has the code, text, fields, request id and Retry-After of the response', async () => {
    const errors = [{ path: 'label', message: 'must not be empty' }]
    answerWith(
      json(
        429,
        { code: 'RATE_LIMITED', message: 'Slow down', errors },
        { 'x-request-id': 'r-1', 'retry-after': '7' },
      ),
    )
    expect(await failureOf(callApi(read))).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Slow down',
      status: 429,
      errors,
      requestId: 'r-1',
      retryAfterSeconds: 7,
    })
  })

  test.each([
    ['a page instead of JSON', new Response('<html>', { status: 502 })],
    ['an error without the envelope', new Response('{"oops":1}', { status: 500 })],
    ['a content of another shape', json(200, { name: 5 })],
    ['no envelope around the content', new Response('{"name":"a"}')],
  ])('error: %s fails with UNREADABLE', async (_, response) => {
    answerWith(response)
    expect((await failureOf(callApi(read))).code).toBe('UNREADABLE')
  })

  test('error: no response fails with NETWORK', async () => {
    answerWith(new TypeError('Failed to fetch'))
    expect(await failureOf(callApi(read))).toMatchObject({ code: 'NETWORK', status: 0 })
  })

  test('error: rethrows an abort unchanged', async () => {
    const abort = new DOMException('aborted', 'AbortError')
    answerWith(abort)
    await expect(callApi({ ...read, signal: AbortSignal.abort() })).rejects.toBe(abort)
  })
})

describe('callEndpoint', () => {
  test('param: encodes parameters into the path', async () => {
    const asked = answerWith(json(404, { message: 'Not found', code: 'NOT_FOUND' }))
    await failureOf(orgApi.call(ORG_ENDPOINTS.revokeApiKey, { params: { keyId: 'a/../b' } }))
    expect(asked[0]).toMatchObject({ url: '/api/org/keys/a%2F..%2Fb', init: { method: 'DELETE' } })
  })

  test('behavior: parses the response with the schema of the row', async () => {
    answerWith(json(200, []))
    const answer = await baasApi.page(BAAS_ENDPOINTS.listWallets, { query: { q: 'x' } })
    expect(answer).toEqual({ content: [], nextCursor: null })
  })
})
