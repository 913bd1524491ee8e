import { createServer } from 'node:http'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { inCallSpan, passTraceOn } from '#server-kit/http/request-scope.ts'
import { createHttp } from '#service/http/create-http.ts'
import { createMetrics, databaseObserver } from '#service/index.ts'
import { openTracing } from './open-tracing.ts'
import { parseSettings } from './settings.ts'

const CALLER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
})
const bodySchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
})
const log = pino({ level: 'silent' })

/** The `traceparent` that a call to another service carries now. */
function passedTrace(): string | undefined {
  const headers = new Headers()
  passTraceOn(headers)
  return headers.get('traceparent') ?? undefined
}

const bodies: string[] = []

const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    bodies.push(`${request.url} ${body}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const url = `http://127.0.0.1:${await listenLocally(collector)}`
afterAll(() => new Promise<void>((resolve) => void collector.close(() => resolve())))

test('behavior: a request, its database work and its chain calls form one trace below the caller’s', async () => {
  const traces = await openTracing(parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url }), log)
  const app = createHttp(log)
  let passedOn: string | undefined
  const database = databaseObserver(createMetrics({ log }), 'postgres://latchkey:canary@db.example/wallets')
  app.get('/work', async (c) => {
    database()({ kind: 'statement' })
    c.get('notes').route = '/work'
    await inCallSpan('rpc eth_call', async () => {
      passedOn = passedTrace()
    })
    return c.text('done')
  })
  await app.request('/work?email=somebody@example.com', {
    headers: { traceparent: CALLER, 'x-api-key': 'pk_live_canary' },
  })
  await traces.close()
  expect(bodies.join()).not.toMatch(/somebody|canary/)
  expect(bodies[0]).toMatch(/^\/v1\/traces /)
  const spans = bodies.flatMap((body) =>
    bodySchema
      .parse(JSON.parse(body.slice(body.indexOf('{'))))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const request = spans.find(({ name }) => name === 'GET /work')
  const call = spans.find(({ name }) => name === 'rpc eth_call')
  expect(request).toMatchObject({ traceId: CALLER.slice(3, 35), parentSpanId: CALLER.slice(36, 52) })
  expect(call).toMatchObject({ traceId: CALLER.slice(3, 35), parentSpanId: request?.spanId })
  expect(passedOn).toBe(`00-${call?.traceId}-${call?.spanId}-01`)
  const work = spans.find(({ name }) => name === 'wallets')
  expect(work?.parentSpanId).toBe(request?.spanId)
  expect(work?.attributes).toEqual([
    { key: 'db.system.name', value: { stringValue: 'postgresql' } },
    { key: 'db.namespace', value: { stringValue: 'wallets' } },
    { key: 'server.address', value: { stringValue: 'db.example' } },
    { key: 'server.port', value: { intValue: 5432 } },
    { key: 'latchkey.database.work', value: { stringValue: 'statement' } },
  ])
})

test('behavior: without a collector, passes the caller’s traceparent on unchanged', async () => {
  await openTracing(parseSettings({}), log)
  const app = createHttp(log)
  let passedOn: string | undefined
  app.get('/work', (c) => {
    passedOn = passedTrace()
    return c.text('done')
  })
  await app.request('/work', { headers: { traceparent: CALLER } })
  expect(passedOn).toBe(CALLER)
  await app.request('/work', { headers: { traceparent: 'not one' } })
  expect(passedOn).toBeUndefined()
})
