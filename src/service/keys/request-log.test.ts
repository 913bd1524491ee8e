import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { nextQuery, refusedFields, type CallOptions } from '#service/testing/test-service.ts'
import { createRequestLog, forgetOldRequests } from './request-log.ts'

const world = await forFile(serviceWorld.api())

const KEYS = '/v1/org/keys'
const DAY_MS = 86_400_000
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const WRITTEN = { timeout: 120_000 }

type Logged = Record<string, unknown>

async function issue(more = {}): Promise<{ id: string; secret: string }> {
  return (await world.call('POST', KEYS, { body: { label: 'Logged', scopes: ['wallet:read'], ...more } }))
    .content
}
const logOf = async (id: string, query = ''): Promise<Logged[]> =>
  (await world.call('GET', `${KEYS}/${id}/requests${query}`)).content
const written = (id: string) => expect.poll(async () => (await logOf(id)).length, WRITTEN)
/** Sends requests one after the other: paths, each with additional options. */
async function send(key: string, ...requests: [path: string, options?: CallOptions, method?: string][]) {
  for (const [path, options, method = 'GET'] of requests) await world.call(method, path, { key, ...options })
}

describe('the request log of a key', () => {
  test('behavior: logs each response with its path, status, time, address and request id, and never with the query', async () => {
    const { id, secret } = await issue()
    const client = { address: '203.0.113.9' }
    await send(
      secret,
      ['/v1/baas/wallets?q=ada%40example.com', { client, headers: { 'x-request-id': 'mine-1' } }],
      [`/v1/baas/wallets/${WALLET}`],
    )
    await written(id).toBe(2)
    const [second, first] = await logOf(id)
    expect(first).toEqual({
      id: expect.any(String),
      answeredAtDatetime: expect.stringMatching(/Z$/),
      method: 'GET',
      path: '/v1/baas/wallets',
      status: 200,
      code: null,
      message: null,
      durationMs: expect.any(Number),
      ip: '203.0.113.9',
      requestId: 'mine-1',
    })
    expect(second).toMatchObject({
      path: `/v1/baas/wallets/${WALLET}`,
      status: 403,
      code: 'WALLET_NOT_OWNED',
      ip: null,
    })
    expect(
      JSON.stringify(await world.ctx.db.selectFrom('api_key_requests').selectAll().execute()),
    ).not.toMatch(/ada(@|%40)|example.com|pk_live_/)
  })

  test('error: does not log a part of a path that is no identifier', async () => {
    const { id, secret } = await issue()
    await send(secret, ['/v1/baas/wallets/ada@example.com'], [`/v1/baas/wallets/${secret}`])
    await written(id).toBe(2)
    for (const logged of await logOf(id))
      expect(logged).toMatchObject({ path: '/v1/baas/wallets/:address', code: 'VALIDATION_FAILED' })
  })

  test('error: logs a request refused for its scope, address, limit, browser or body with the code and message', async () => {
    const ipAllowList = { mode: 'enforced', ranges: ['203.0.113.0/24'] }
    const { id, secret } = await issue({ ipAllowList, requestsPerMinute: 3 })
    const inside = { client: { address: '203.0.113.9' } }
    // Starts at the beginning of a minute, so that all requests are in the same minute.
    world.ctx.clock.advance(60_000 - (world.ctx.clock.now().getTime() % 60_000))
    await send(
      secret,
      ['/v1/baas/tokens/allowed', inside],
      ['/v1/baas/wallets', { client: { address: '198.51.100.7' } }],
      ['/v1/baas/wallets', { ...inside, headers: { origin: 'https://shop.example' } }],
      ['/v1/baas/wallets?limit=many', inside],
      ['/v1/baas/wallets', inside],
      ['/v1/baas/wallets', inside],
    )
    await written(id).toBe(6)
    const said = (await logOf(id)).map(({ status, code, message }) => [status, code, message]).toReversed()
    expect(said).toEqual([
      [403, 'INSUFFICIENT_SCOPES', 'Insufficient scopes. Required: domain:read'],
      [403, 'IP_NOT_ALLOWED', 'This API key may not be used from 198.51.100.7'],
      [403, 'API_KEY_IN_BROWSER', expect.stringContaining('web browser')],
      [400, 'VALIDATION_FAILED', 'limit must be a whole number'],
      [200, null, null],
      [429, 'RATE_LIMITED', expect.any(String)],
    ])
  })

  test('error: an invalid key leaves nothing in any log', async () => {
    const { id, secret } = await issue()
    await world.call('DELETE', `${KEYS}/${id}`)
    await send(secret, ['/v1/baas/wallets'])
    const other = await issue()
    await send(other.secret, ['/v1/baas/wallets'])
    await written(other.id).toBe(1)
    expect(await logOf(id)).toEqual([])
  })

  test('param: filters by status class, code, method and time, page by page', async () => {
    const { id, secret } = await issue({ scopes: ['wallet:read', 'wallet:create'] })
    const begin = world.ctx.clock.now().toISOString()
    await send(
      secret,
      ['/v1/baas/wallets'],
      ['/v1/baas/tokens/allowed'],
      ['/v1/baas/wallets/predict', { body: {} }, 'POST'],
    )
    world.ctx.clock.advance(60_000)
    const later = world.ctx.clock.now().toISOString()
    await send(secret, ['/v1/baas/wallets'], [`/v1/baas/wallets/${WALLET}`])
    await written(id).toBe(5)
    const count = async (query: string) => (await logOf(id, query)).length
    expect(await count('?statusClass=2xx')).toBe(2)
    expect(await count('?statusClass=4xx')).toBe(3)
    expect(await count('?statusClass=5xx')).toBe(0)
    expect(await count('?code=WALLET_NOT_OWNED')).toBe(1)
    expect(await count('?method=POST')).toBe(1)
    expect(await count(`?sinceDatetime=${later}`)).toBe(2)
    expect(await count(`?sinceDatetime=${begin}&untilDatetime=${later}`)).toBe(3)
    const ids: unknown[] = []
    let query: string | undefined = '?limit=2&statusClass=4xx'
    while (query !== undefined) {
      const answer = await world.call('GET', `${KEYS}/${id}/requests${query}`)
      ids.push(...answer.content.map((one: Logged) => one['id']))
      query = nextQuery(answer)
    }
    expect(ids).toEqual((await logOf(id, '?statusClass=4xx')).map((one) => one['id']))
    expect(new Set(ids).size).toBe(3)
  })

  test.each([
    ['statusClass=3xx', 'statusClass'],
    ['code=no%20code', 'code'],
    ['method=get', 'method'],
    ['sinceDatetime=2026-99-99T00:00:00Z', 'sinceDatetime'],
    ['cursor=x', 'cursor'],
    ['status=404', 'status'],
  ])('error: refuses %s at %s', async (query, path) => {
    const { id } = await issue()
    expect(refusedFields(await world.call('GET', `${KEYS}/${id}/requests?${query}`))).toEqual([path])
  })
})

describe('writing the log', () => {
  const ANSWERED = {
    method: 'GET',
    path: '/v1/baas/wallets',
    status: 200,
    seconds: 0.01,
    requestId: 'r',
    client: undefined,
    endpoint: 'listWallets',
    refusal: undefined,
  }

  test('behavior: writes rows that the database did not accept later, once, and counts them once as usage', async () => {
    const { id: keyId } = await issue()
    const log = createRequestLog(world.ctx)
    log.record({ ...ANSWERED, keyId })
    await sql`alter table api_key_requests rename to api_key_requests_away`.execute(world.ctx.db)
    await log.stop()
    await sql`alter table api_key_requests_away rename to api_key_requests`.execute(world.ctx.db)
    log.record({ ...ANSWERED, keyId })
    await log.stop()
    expect(await logOf(keyId)).toHaveLength(2)
    expect((await world.call('GET', `${KEYS}/${keyId}/usage`)).content.requests).toBe(2)
  })

  test('error: drops and counts rows beyond the bound, and writes the rest', async () => {
    const { id: keyId } = await issue()
    const log = createRequestLog(world.ctx)
    for (let sent = 0; sent < 20_003; sent += 1) log.record({ ...ANSWERED, keyId })
    await log.stop()
    expect(await world.ctx.metrics.text()).toContain(
      'latchkey_request_log_dropped_total{reason="database"} 3',
    )
    expect((await world.call('GET', `${KEYS}/${keyId}/usage`)).content.requests).toBe(20_000)
  })

  test('error: drops and counts refusals of one key beyond a hundred a second, but not those of another', async () => {
    const [flooded, other] = [await issue(), await issue()]
    const log = createRequestLog(world.ctx)
    const refused = {
      ...ANSWERED,
      status: 403,
      endpoint: undefined,
      refusal: apiError('IP_NOT_ALLOWED', '::1'),
    }
    for (let sent = 0; sent < 105; sent += 1) log.record({ ...refused, keyId: flooded.id })
    log.record({ ...refused, keyId: other.id })
    log.record({ ...ANSWERED, keyId: flooded.id })
    await log.stop()
    expect(await world.ctx.metrics.text()).toContain('latchkey_request_log_dropped_total{reason="refused"} 5')
    expect(await logOf(flooded.id, '?statusClass=4xx&limit=200')).toHaveLength(100)
    expect(await logOf(flooded.id, '?statusClass=2xx')).toHaveLength(1)
    expect(await logOf(other.id)).toHaveLength(1)
  })

  test('error: no text of a caller prevents the other rows from being written', async () => {
    const { id, secret } = await issue({ scopes: ['wallet:create'] })
    const strange = ['\u0000', '\ud800', '\u202e'].map((name) => JSON.stringify({ [name]: 1 }))
    const path = '/v1/baas/wallets/request-email-verification'
    for (const body of strange) await send(secret, [path, { body }, 'POST'])
    await written(id).toBe(3)
  })

  test('behavior: deletes a request after thirty days', async () => {
    const { id, secret } = await issue()
    await send(secret, ['/v1/baas/wallets'])
    await written(id).toBe(1)
    world.ctx.clock.advance(30 * DAY_MS - 3_600_000)
    await forgetOldRequests(world.ctx)
    expect(await logOf(id)).toHaveLength(1)
    world.ctx.clock.advance(3_600_001)
    await forgetOldRequests(world.ctx)
    expect(await logOf(id)).toEqual([])
  })
})
