import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test, vi } from 'vitest'
import { depth } from '#protocol/testing/tier.ts'
import type { ParsedBy } from '#server-kit/http/parse-input.ts'
import { flawedOf, valuesOf } from '#service/testing/schema-values.ts'
import type * as ReadInput from './http/read-input.ts'
import { adminForEach, harnessForEach, shopForEach } from './testing/set-up.ts'

const REQUESTS = depth({ usual: 400, full: 10_000 })
/** So that neither a rate limit nor the end of a session is what is tried. */
const SECONDS_BETWEEN = 2

/** What each route takes, by method and path: read where it is parsed. */
const rows = new Map<string, ParsedBy>()
const reading = vi.hoisted(() => ({ route: '' }))
vi.mock('#bff/http/read-input.ts', async (original) => {
  const module = await original<typeof ReadInput>()
  const readInput: typeof module.readInput = (request, row) => {
    rows.set(reading.route, row)
    return module.readInput(request, row)
  }
  return { readInput }
})

const harness = await harnessForEach()
const admin = adminForEach(harness)
const shop = shopForEach(harness)

/** Streams never end, and a session that ended answers nothing but 401. */
const LEFT_OUT = /\/live|\/sign-out|\/api\/account\/sessions|\/organization\/leave/
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    '-1',
    '1e3',
    '9'.repeat(400),
    '0000-01-01T00:00:00Z',
    {},
    [[]],
  ),
  fc.constantFrom(Buffer.from('["0000-01-01T00:00:00Z","x"]').toString('base64url'), '%', '..%2f', null),
)

function valuesOfSchema(schema: z.ZodMiniType | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (schema === undefined) return fc.dictionary(fc.string({ maxLength: 5 }), wrong, { maxKeys: 1 })
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  const fields = Object.entries(json.properties ?? {}).map(([name, field]) => {
    const value = fc.oneof(
      { weight: 6, arbitrary: valuesOf(field) },
      { weight: 1, arbitrary: flawedOf(field) },
      wrong,
    )
    return [name, value] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: json.required ?? [] })
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const inUrl = (value: unknown) =>
  encodeURIComponent(
    text(value)
      .slice(0, 60)
      .replaceAll(/\p{Surrogate}/gu, 'x') || 'x',
  )

function requestsTo(method: string, pattern: string) {
  const row = rows.get(`${method} ${pattern}`) ?? {}
  const parts = {
    params: valuesOfSchema(row.params),
    query: valuesOfSchema(row.query),
    body: valuesOfSchema(row.body),
  }
  return fc.record({ ...parts, any: fc.option(wrong, { freq: 20 }) }).map(({ params, query, body, any }) => {
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => inUrl(params[name] ?? 'x'))
    const search = Object.entries(query).map(([name, value]) => `${inUrl(name)}=${inUrl(value)}`)
    return {
      method,
      pattern,
      path: [path, ...search].join('?').replaceAll(/\?(?=.*\?)/g, '?'),
      body: any ?? body,
    }
  })
}

test('error: no request is answered 500, whatever is sent to a route of the console, the setup or the widget', async () => {
  const routes = harness.routes.filter(({ path }) => !LEFT_OUT.test(path))
  const token = await shop.token({ externalUserId: 'user-1', operations: ['create', 'transfer', 'execute'] })
  const widget = { authorization: `Bearer ${token}`, origin: 'http://shop.localhost:4001' }
  const send = (path: string, method: string, body: unknown, pattern: string) => {
    reading.route = `${method} ${pattern}`
    harness.pass(SECONDS_BETWEEN)
    const headers = pattern.startsWith('/api/widget/') ? widget : {}
    return admin.browser.send(path, { method, headers, ...(method !== 'GET' && { body }) })
  }
  for (const { path, method } of routes) await send(path, method, {}, path)
  expect(rows.size).toBeGreaterThan(100)
  const requests = fc.oneof(...routes.map(({ method, path }) => requestsTo(method, path)))
  const codes = new Map<number, number>()
  for (const one of fc.sample(requests, REQUESTS)) {
    const answer = await send(one.path, one.method, one.body, one.pattern)
    codes.set(answer.status, (codes.get(answer.status) ?? 0) + 1)
    expect(answer.status, JSON.stringify(one)).not.toBe(500)
  }
  expect(codes.get(200)).toBeGreaterThan(REQUESTS / 50)
})
