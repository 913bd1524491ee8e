import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readContent, createBrowser, readError, type Browser } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import type { ServiceEndpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { type Access, reaches, type Role, ROLES } from '#protocol/roles.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { CONSOLE_EXAMPLES, EXAMPLE_ADDRESS } from './testing/console-examples.ts'

// The hosted setup has the most routes.
const world = await consoleWorld.fresh({ hostedUpstream: true })
const admin = world.adminForEach()

type Row = Pick<ConsoleEndpoint, 'method' | 'path' | 'role' | 'stepUp' | 'body' | 'query' | 'params'>

function below(base: string, table: Record<string, ServiceEndpoint>): [string, Row][] {
  return Object.entries(table).map(([name, row]) => [name, { ...row, path: base + row.path }])
}

const OWN = { ...CONSOLE_ENDPOINTS, ...HOSTED_CONSOLE_ENDPOINTS }
const ROWS: [string, Row][] = [
  ...Object.entries<ConsoleEndpoint>(OWN),
  ...below('/api/baas', BAAS_ENDPOINTS),
  ...below('/api/org', ORG_ENDPOINTS),
  ...below('/api/sandbox', SANDBOX_ENDPOINTS),
]
const MEMBER_ROWS = ROWS.filter((entry): entry is [string, Row & Access] => entry[1].role !== null)
const OPEN_ROWS = ROWS.filter(([, { role }]) => role === null)
/** Endpoints that end the session or never complete. */
const ENDING = ['signOutEverywhere', 'followLive']

/**
 * Routes that are in no endpoint table of the console: the widget's routes, and routes that authenticate only by a
 * signature or secret.
 */
const BESIDE_THE_TABLES =
  /^([A-Z]+ \/api\/widget\/.*|[A-Z]+ \/scim\/v2\/.*|POST \/api\/csp-report|POST \/api\/upstream\/webhooks\/:hookId)$/

function fill(path: string): string {
  return path
    .replace(/:(address|tokenAddress)/g, EXAMPLE_ADDRESS)
    .replace(/:\w+/g, '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e')
}

/** Sends a body that is not valid JSON. Parsing must fail only after the checks of session, role and step-up. */
function sendBroken(browser: Browser, { method, path }: Row): Promise<Response> {
  world.pass(2)
  return browser.send(fill(path), { method, ...(method !== 'GET' && { raw: '{' }) })
}

test('behavior: each row of the tables has a route, and no other route exists', () => {
  const routes = world.routes.map(({ method, path }) => `${method} ${path}`)
  const rows = ROWS.map(([, { method, path }]) => `${method} ${path}`)
  expect(routes.filter((route) => !BESIDE_THE_TABLES.test(route)).toSorted()).toEqual(rows.toSorted())
})

test('error: refuses every row for members without a session', async () => {
  const stranger = createBrowser(world.bff)
  for (const [name, row] of MEMBER_ROWS)
    expect((await readError(sendBroken(stranger, row))).code, name).toBe('SESSION_REQUIRED')
  expect(world.upstream.seen).toEqual([])
})

test.each(ROLES)(
  'behavior: %s reaches exactly the rows that its role allows, with step-up where the row requires it',
  async (role) => {
    admin.browser.passkey = undefined
    await become(role)
    for (const [name, row] of MEMBER_ROWS) {
      if (ENDING.includes(name)) continue
      const answer = await sendBroken(admin.browser, row)
      const code = answer.status === 200 ? undefined : (await readError(answer)).code
      const isRefused = code === 'FORBIDDEN_ROLE'
      expect(isRefused, `${role}: ${name}`).toBe(!reaches(role, row.role))
      if (!isRefused) expect(code === 'STEP_UP_REQUIRED', name).toBe(row.stepUp === true)
    }
  },
)

async function become(role: Role): Promise<void> {
  await world.db.updateTable('bff_member').set({ role }).execute()
}

test('error: endpoints without a session reject unknown fields', async () => {
  for (const [name, { method, path, body }] of OPEN_ROWS) {
    if (method === 'GET') continue
    world.pass(3_600)
    const error = await readError(createBrowser(world.bff).post(path, { unknown: 1 }))
    expect([error.status, error.code], name).toEqual([400, 'VALIDATION_FAILED'])
    expect(body === undefined || error.errors !== undefined, name).toBe(true)
  }
})

test('error: endpoints for members reject unknown parameters, fields and query fields', async () => {
  for (const [name, { method, path, params }] of MEMBER_ROWS) {
    if (ENDING.includes(name)) continue
    world.pass(30)
    const wrong = params === undefined ? fill(path) : path.replace(/:\w+/g, '!')
    const init = { method, ...(method !== 'GET' && { body: { unknown: 1 } }) }
    const error = await readError(admin.browser.send(`${wrong}?unknown=1`, init))
    expect([error.status, error.code], name).toEqual([400, 'VALIDATION_FAILED'])
    const refused = error.errors?.map((one) => one.path) ?? []
    expect(refused, name).toContain('unknown')
    if (params !== undefined) expect(refused, name).toContain(/:(\w+)/.exec(path)?.[1])
  }
  expect(world.upstream.seen).toEqual([])
})

test('behavior: each row has an example, and its response is 200 in the shape of its schema', async () => {
  world.upstream.answers('POST /v1/baas/addresses/lookup', {
    addresses: [{ address: EXAMPLE_ADDRESS, wallet: null, looksLikeWallet: null }],
  })
  for (const [name, example] of Object.entries(CONSOLE_EXAMPLES)) {
    if ('elsewhere' in example) {
      expect(existsSync(new URL(example.elsewhere, import.meta.url)), example.elsewhere).toBe(true)
      continue
    }
    world.pass(30)
    const row = Object.entries<ConsoleEndpoint>(OWN).find(([one]) => one === name)?.[1]
    if (row === undefined) throw new Error(`${name} is no row`)
    const answer = await sendExample(row, typeof example === 'function' ? await example(admin) : example)
    expect(answer.status, name).toBe(200)
    if (row.answer === 'file') expect(answer.headers.get('content-disposition'), name).toContain('attachment')
    else if (row.answer !== 'events')
      expect(row.answer.safeParse(await readContent(answer)).error?.issues, name).toBeUndefined()
  }
})

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

function sendExample(
  { method, path }: ConsoleEndpoint,
  { params = {}, query, body }: Input,
): Promise<Response> {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  return admin.browser.send(filled + search, {
    method,
    ...(method === 'POST' || method === 'PUT' ? { body: body ?? {} } : {}),
  })
}

test('error: refuses to send content that does not match its row’s schema in sandboxes and tests', async () => {
  // Stores an alert kind that no schema has, as a faulty migration might.
  await world.db
    .updateTable('bff_member')
    .set({ alerts_muted: sql`array['unknown-kind']` })
    .execute()
  const answer = await admin.browser.send('/api/account/alerts')
  expect(answer.status).toBe(500)
  expect(world.logs.join('')).toContain('GET /api/account/alerts returned content of another shape')
})
