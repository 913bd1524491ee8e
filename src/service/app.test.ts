import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from './testing/service-world.ts'
import { fillPath, TABLE_ROWS } from './testing/table-rows.ts'
import { hasTestPostgres } from './testing/test-database.ts'

const world = await forFile(serviceWorld.api())

describe.each(TABLE_ROWS)('$prefix$row.path ($row.method)', (table) => {
  const { row } = table
  const call = (key: string | null, headers: Record<string, string> = {}) => {
    const body = row.body === undefined ? {} : { body: '{"not": "this"}' }
    return world.call(row.method, fillPath(table), { key, headers, ...body })
  }

  test('error: without a key → 401, regardless of other errors', async () => {
    const answer = await call(null, { 'content-type': 'text/plain' })
    expect(answer.status).toBe(401)
    expect(answer.content).toEqual({ message: 'Invalid API key', code: 'INVALID_API_KEY' })
  })

  test('error: refuses a key in a browser, valid or not', async () => {
    for (const key of [world.demo.key, 'pk_live_made_up']) {
      for (const headers of [{ origin: 'http://localhost:4000' }, { 'sec-fetch-site': 'none' }]) {
        const answer = await call(key, headers)
        expect(answer).toMatchObject({ status: 403, content: { code: 'API_KEY_IN_BROWSER' } })
      }
    }
  })

  test('error: another method → 405 with the allowed ones', async () => {
    const answer = await world.call('PATCH', fillPath(table))
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')?.split(', ')).toContain(row.method)
  })

  test('behavior: no response has a CORS header', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': row.method }
    for (const method of ['OPTIONS', row.method]) {
      const answer = await world.call(method, fillPath(table), { headers: origin, key: null })
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('paths', () => {
  test('error: a fixed path is not read as a parameter', async () => {
    expect((await world.call('GET', '/v1/baas/transactions/execute')).status).toBe(405)
    expect((await world.call('DELETE', '/v1/baas/wallets/predict')).status).toBe(405)
  })

  test.each([
    '/',
    '/v1',
    '/v1/baas',
    '/v1/baas/',
    '/v1/baas/wallets/',
    '/baas/wallets',
    '/v1/org',
    '/sandbox/inbox',
  ])('error: %s → 404', async (path) => expect((await world.call('GET', path)).status).toBe(404))

  test.each(['/v1/baas/wallets/', '/v1/baas/nothing/', '/v1/org/keys/'])(
    'error: %s ends with a slash → 404 that says so',
    async (path) => {
      const { status, content } = await world.call('GET', path)
      expect(status).toBe(404)
      expect(content.code).toBe('NOT_FOUND')
      expect(content.message).toContain('leave the last slash out')
    },
  )
})

describe('probes', () => {
  test('behavior: /healthz responds while the process runs', async () => {
    expect((await world.call('GET', '/healthz', { key: null })).content).toEqual({ status: 'ok' })
  })

  // Load balancers and monitors send HEAD requests (punkpeye/fastmcp 275).
  test.each(['/healthz', '/readyz'])(
    'behavior: HEAD %s has the status of GET, without a body',
    async (path) => {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => world.fetch(new Request(`http://service.test${path}`, { method }))),
      )
      expect(head?.status).toBe(get?.status)
      expect(head?.status).not.toBe(405)
    },
  )

  // Changes a setting of the connection. Only the embedded engine uses the same connection for every query.
  test.skipIf(hasTestPostgres())(
    'error: a database that accepts no writes → 503 with Retry-After, not 500',
    async () => {
      await sql`set default_transaction_read_only = on`.execute(world.ctx.db)
      const body = { email: 'u@example.com' }
      const answer = await world.call('POST', '/v1/baas/wallets/request-email-verification', { body })
      await sql`set default_transaction_read_only = off`.execute(world.ctx.db)
      expect(answer).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
      expect(answer.headers.get('retry-after')).toBe('5')
    },
  )

  test('behavior: without the chain, /readyz is degraded, and requests that need no chain are served', async () => {
    const answer = await world.call('GET', '/readyz', { key: null })
    expect(answer.status).toBe(200)
    expect(answer.content).toMatchObject({
      status: 'degraded',
      checks: {
        database: { ready: true },
        migrations: { ready: true },
        chain: { ready: false, reason: 'does not respond' },
      },
    })
    expect((await world.call('GET', '/v1/baas/wallets')).status).toBe(200)
    expect((await world.call('POST', '/readyz', { key: null })).status).toBe(405)
  })

  test('behavior: /metrics is Prometheus text and counts requests by route, not by path', async () => {
    await world.fetch(new Request('http://service.test/v1/baas/wallets?q=canary'))
    const response = await world.fetch(new Request('http://service.test/metrics'))
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(
      /^latchkey_http_requests_total\{route="\/v1\/baas\/wallets",method="GET",status="401"\} [1-9]/m,
    )
    expect(text).toMatch(
      /^latchkey_http_request_duration_seconds_bucket\{le="0.1",route="\/v1\/baas\/wallets",method="GET"\} /m,
    )
    expect(text).not.toContain('canary')
  })
})

describe('the log', () => {
  test('behavior: has a line for each request, and never a key, an address or a code', async () => {
    const before = world.ctx.logLines.length
    const email = 'canary@example.com'
    const code = await world.requestCode(email)
    await world.call('GET', `/v1/baas/wallets/pending-verification?email=${email}`)
    await world.call('POST', '/v1/baas/wallets', {
      body: { verificationCode: code, email, label: 'canary-label' },
    })
    await world.call('GET', '/v1/baas/config', { key: `${world.demo.key}x` })
    const lines = world.ctx.logLines.slice(before)
    expect(lines.length).toBeGreaterThanOrEqual(4)
    const text = lines.join('\n')
    for (const secret of [email, code, 'canary', world.demo.key, world.demo.key.slice(20, 32)]) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain('"route":"/v1/baas/wallets/pending-verification"')
    expect(text).toContain(`"organizationId":"${world.demo.id}"`)
  })
})
