import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { call, newestSequence } from '#cli/testing/client.ts'
import { SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { loadRequests } from './testing/load-requests.ts'
import { startProxiedDeployment, type ProxiedDeployment } from './testing/proxied-deployment.ts'
import { BURST, openStream, runLoad, send } from './testing/proxy-requests.ts'
import { HOST, PROXIES } from './testing/start-proxy.ts'

/*
 * `npm run test:full -- deploy`: the shipped configurations of nginx, Caddy and HAProxy in front of two processes on
 * one Postgres. Two variables help with experiments: LATCHKEY_PROXY_REQUESTS, and LATCHKEY_PROXY_KEEP_ALIVE_SECONDS.
 * If the latter is 5, requests reach a process while it closes their connection.
 */
const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const REQUESTS = Number(process.env['LATCHKEY_PROXY_REQUESTS'] ?? 10_000)
const KEEP_ALIVE_SECONDS = Number(process.env['LATCHKEY_PROXY_KEEP_ALIVE_SECONDS'] ?? 75)
const WORKERS = REQUESTS < 2_000 ? 16 : 64
/** Addresses of two callers. The processes trust only the proxy's address, 127.0.0.1. */
const CALLER = '127.0.0.2'
const STRANGER = '127.0.0.3'
/** Every header with which a caller could claim another address. */
const CLAIMS = {
  'x-forwarded-for': CALLER,
  'x-real-ip': CALLER,
  forwarded: `for=${CALLER}`,
  'true-client-ip': CALLER,
  'cf-connecting-ip': CALLER,
}
/** Requests with a wrong key that a process accepts per address and minute. */
const WRONG_KEYS_MAX = 300

let deployment: ProxiedDeployment

beforeAll(async () => {
  if (POSTGRES === '') throw new Error('There is no Postgres: run it by `npm run test:full -- deploy`')
  deployment = await startProxiedDeployment(POSTGRES, { keepAliveSeconds: KEEP_ALIVE_SECONDS })
})
afterAll(() => deployment?.stop())

describe.each(PROXIES)('%s', (name) => {
  test('behavior: the caller’s address reaches IP allowlists, and no header changes it', async () => {
    const ipAllowList = { mode: 'enforced', ranges: [CALLER] }
    const { id, secret } = await deployment.issueKey({ ipAllowList })
    const { port } = deployment.proxies[name]
    const path = '/v1/baas/wallets'
    const status = async (from: string, claims: Record<string, string>) =>
      (await send(port, { path, from, headers: { 'x-api-key': secret, ...claims } })).status
    expect(await status(CALLER, {})).toBe(200)
    expect(await status(CALLER, { ...CLAIMS, 'x-forwarded-for': STRANGER })).toBe(200)
    expect(await status(STRANGER, {})).toBe(403)
    expect(await status(STRANGER, CLAIMS)).toBe(403)
    await expect
      .poll(async () => {
        const { content } = await call(deployment.running(0), deployment.apiKey, 'GET', '/org/keys')
        const listed = z
          .array(z.object({ id: z.string(), lastUsedIp: z.nullable(z.string()) }))
          .parse(content)
        return listed.find((key) => key.id === id)?.lastUsedIp
      })
      .toBe(CALLER)
  })

  test('behavior: the limit for wrong keys counts the caller’s address, whatever its headers claim', async () => {
    const { port } = deployment.proxies[name]
    const from = `127.0.1.${PROXIES.indexOf(name) + 1}`
    const tryKey = async (index: number, address: string) => {
      const headers = {
        ...CLAIMS,
        'x-forwarded-for': `198.51.100.${index % 256}`,
        'x-api-key': 'pk_live_wrong',
      }
      return (await send(port, { path: '/v1/baas/wallets', from: address, headers })).status
    }
    const statuses = new Set<number>()
    // Both processes count separately, and a minute may end during the test.
    for (let index = 0; index < 5 * WRONG_KEYS_MAX && !statuses.has(429); index += 20) {
      const some = Array.from({ length: 20 }, (_, offset) => tryKey(index + offset, from))
      for (const status of await Promise.all(some)) statuses.add(status)
    }
    expect([...statuses].toSorted((one, other) => one - other)).toEqual([401, 429])
    expect(await tryKey(0, '127.0.1.100')).toBe(401)
  })

  test('behavior: the audit log has the caller’s address', async () => {
    const { text } = await send(deployment.proxies[name].port, {
      path: '/api/audit/export?format=jsonl',
      from: CALLER,
      headers: { ...deployment.admin, ...CLAIMS, 'x-forwarded-for': STRANGER },
    })
    const last = text.trim().split('\n').at(-1) ?? ''
    expect(JSON.parse(last)).toMatchObject({ action: 'audit.exported', ipAddress: CALLER })
  })

  test('behavior: the largest body passes, and a larger one gets our own error response', async () => {
    const post = (bytes: number) =>
      send(deployment.proxies[name].port, {
        method: 'POST',
        path: `/v1/baas${SPEC_ENDPOINTS.predictWallet.path}`,
        headers: { 'x-api-key': deployment.apiKey },
        body: JSON.stringify({ filler: 'x'.repeat(bytes) }),
      })
    expect(await post(BODY_BYTES_MAX - 100)).toMatchObject({ status: 400 })
    const { status, text } = await post(BODY_BYTES_MAX + 100)
    expect(status).toBe(413)
    expect(JSON.parse(text)).toMatchObject({ statusCode: 413 })
  })

  test.each([
    '/metrics',
    '//metrics',
    '/%6detrics',
    '/./metrics',
    '/metrics/',
    '/x/../metrics',
    '/x/%2e%2e/metrics',
  ])('error: %s does not publish metrics', async (path) => {
    const { text } = await send(deployment.proxies[name].port, { path })
    expect(text).not.toContain('latchkey_http_requests_total')
  })

  test('behavior: plain HTTP redirects to HTTPS and keeps the method', async () => {
    const answer = await fetch(`http://127.0.0.1:${deployment.proxies[name].httpPort}/v1/baas/wallets`, {
      method: 'POST',
      redirect: 'manual',
      headers: { host: HOST },
    })
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toMatch(/^https:\/\//)
  })
})

test('behavior: streams and long polls pass each proxy at once and stay open while idle', async () => {
  const webhook = await call(deployment.running(0), deployment.apiKey, 'POST', '/org/webhooks', {
    url: 'https://hooks.example/events',
  })
  const { id } = z.object({ id: z.string() }).parse(webhook.content)
  const headers = { 'x-api-key': deployment.apiKey, accept: 'text/event-stream' }
  const streams = Object.values(deployment.proxies).map(({ port }) =>
    openStream(port, { path: '/v1/org/events', headers, from: CALLER }),
  )
  await expect.poll(() => streams.map((stream) => stream.isOpen())).toEqual(streams.map(() => true))
  const newest = await newestSequence(deployment.running(0), deployment.apiKey)
  const before = performance.now()
  const waiting = Object.values(deployment.proxies).map(({ port }) =>
    send(port, {
      path: `/v1/org/events?afterSequence=${newest}&waitSeconds=15`,
      headers: { 'x-api-key': deployment.apiKey },
    }).then(({ status }) => ({ status, seconds: Math.floor((performance.now() - before) / 1_000) })),
  )
  for (const waited of await Promise.all(waiting)) {
    expect(waited.status).toBe(200)
    expect(waited.seconds).toBeGreaterThanOrEqual(14)
  }
  // Longer than the idle timeout of any proxy.
  await wait(REQUESTS < 2_000 ? 1_000 : 80_000)
  const sent = await call(deployment.running(1), deployment.apiKey, 'POST', `/org/webhooks/${id}/test`)
  const { eventId } = z.object({ eventId: z.string() }).parse(sent.content)
  await expect
    .poll(() => streams.map((stream) => stream.text().includes(eventId)), { timeout: 20_000 })
    .toEqual(streams.map(() => true))
  expect(streams.map((stream) => stream.isOpen())).toEqual(streams.map(() => true))
  for (const stream of streams) stream.close()
})

test(
  'behavior: no request fails behind any proxy, even if connections idle for the keep-alive timeout',
  { timeout: 3_600_000 },
  async () => {
    // A short idle time, the idle timeout of the proxies, and the keep-alive timeout of the processes.
    const gaps = [
      { gapMs: 5_000, share: 0.8 },
      { gapMs: 60_000, share: 0.1 },
      { gapMs: KEEP_ALIVE_SECONDS * 1_000, share: 0.1 },
    ]
    for (const { gapMs, share } of gaps) {
      const outcomes = await Promise.all(
        PROXIES.map(async (name) => {
          const { secret } = await deployment.issueKey({ requestsPerMinute: 60_000 })
          const found = await runLoad({
            port: deployment.proxies[name].port,
            requests: loadRequests({ key: secret, admin: deployment.admin, from: CALLER }),
            total: Math.max(REQUESTS * share, 2 * WORKERS * BURST),
            workers: WORKERS,
            gapMs,
          })
          return [name, Object.fromEntries(found)] as const
        }),
      )
      process.stdout.write(`idle for ${gapMs} ms: ${JSON.stringify(Object.fromEntries(outcomes))}\n`)
      for (const [name, found] of outcomes) {
        expect([name, Object.keys(found).toSorted()]).toEqual([
          name,
          ['GET 200', 'POST 200', 'console POST 200'],
        ])
      }
    }
  },
)

test.each(PROXIES)(
  'behavior: no request fails behind %s while both processes restart one after the other',
  { timeout: 3_600_000 },
  async (name) => {
    const { secret } = await deployment.issueKey({ requestsPerMinute: 60_000 })
    const restartBoth = async () => {
      for (const index of [0, 1] as const) expect(await deployment.restart(index)).toBe(0)
    }
    const restarting = restartBoth()
    const found = await runLoad({
      port: deployment.proxies[name].port,
      requests: loadRequests({ key: secret, admin: deployment.admin, from: CALLER }),
      total: REQUESTS,
      workers: WORKERS,
      until: restarting,
    })
    process.stdout.write(`both restarted behind ${name}: ${JSON.stringify(Object.fromEntries(found))}\n`)
    await restarting
    expect([...found.keys()].toSorted()).toEqual(['GET 200', 'POST 200', 'console POST 200'])
  },
)

const readinessSchema = z.object({ content: z.object({ status: z.string() }) })
const DEGRADED = [200, 'degraded']

test('behavior: while the node is down, each proxy passes requests that need no chain', async () => {
  await deployment.stopChain()
  const { secret } = await deployment.issueKey({})
  const stateOf = async (index: 0 | 1) => {
    const response = await fetch(`${deployment.running(index).url}/readyz`)
    return [response.status, z.parse(readinessSchema, await response.json()).content.status]
  }
  await expect.poll(async () => [await stateOf(0), await stateOf(1)]).toEqual([DEGRADED, DEGRADED])
  // Longer than the proxies' health check interval.
  await wait(15_000)
  const headers = { 'x-api-key': secret }
  for (const name of PROXIES) {
    const list = await send(deployment.proxies[name].port, { path: '/v1/baas/wallets', headers })
    expect([name, list.status]).toEqual([name, 200])
  }
})
