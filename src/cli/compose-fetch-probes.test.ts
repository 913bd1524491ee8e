import { pino } from 'pino'
import { expect, test } from 'vitest'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createMetrics } from '#service/index.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { bffProbes } from './probe-bff.ts'

const world = await consoleWorld.fresh({ hostedUpstream: true })
const opened = await forFile(serviceWorld.database())

/** A check that passes: the console's tables are those of this build. */
const consoleTables = async () => undefined
const ALLOWED = 'GET /v1/baas/tokens*'

/** Reads `/readyz` from probes without cached results. */
async function readyz(upstreamFault = world.bff.upstreamFault) {
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  const probes = bffProbes({ db: opened.db, metrics, upstreamFault, consoleTables })
  const response = await probes(new Request('http://bff.test/readyz'))
  const { content } = await response.json()
  return {
    status: response.status,
    state: content.status,
    service: content.checks.service,
  }
}

test('behavior: a BFF is ready if its service accepts the key, even if the key lacks a scope', async () => {
  expect(await readyz()).toMatchObject({ status: 200, service: { ready: true } })
  const content = { message: 'Insufficient scopes', code: 'INSUFFICIENT_SCOPES' }
  world.upstream.on(ALLOWED, () => ({ status: 403, content }))
  expect(await readyz()).toMatchObject({ status: 200, service: { ready: true } })
})

test.each([
  [401, 503, undefined, 'the service refuses the API key: check UPSTREAM_API_KEY'],
  [404, 503, undefined, 'the service responds with 404: check UPSTREAM_URL'],
  [503, 200, 'degraded', 'the service responds with 503: check UPSTREAM_URL'],
])(
  'error: if the service responds with %i, a BFF responds with %i (%s), and says why',
  async (answered, status, state, reason) => {
    world.upstream.on(ALLOWED, () => ({ status: answered, content: { message: 'No' } }))
    expect(await readyz()).toEqual({ status, state, service: { ready: false, reason } })
  },
)

test('error: a BFF whose service is unreachable is degraded', async () => {
  const away = world.another({ upstreamFetch: () => Promise.reject(new Error('connect ECONNREFUSED')) })
  const reason = 'the service does not respond: check UPSTREAM_URL'
  const expected = { status: 200, state: 'degraded', service: { ready: false, reason } }
  expect(await readyz(away.upstreamFault)).toEqual(expected)
})

test('behavior: readiness requests query the service at most once every few seconds', async () => {
  let asked = 0
  const upstreamFault = () => {
    asked += 1
    return Promise.resolve(undefined)
  }
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  const probes = bffProbes({ db: opened.db, metrics, upstreamFault, consoleTables })
  for (let round = 0; round < 5; round += 1) await probes(new Request('http://bff.test/readyz'))
  expect(asked).toBe(1)
})
