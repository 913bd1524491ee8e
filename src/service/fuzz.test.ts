import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { depth } from '#protocol/testing/tier.ts'
import { EXAMPLES, type ExampleRequest } from './testing/example-requests.ts'
import { CERTAIN, fuzzed, isValid, type Change, type Fuzzed } from './testing/fuzzed-requests.ts'
import { serviceWorld } from './testing/service-world.ts'
import { EXAMPLE_PARAMS, fillPath, TABLE_ROWS, type TableRow } from './testing/table-rows.ts'
import type { Answer } from './testing/test-service.ts'

const REQUESTS = Number(process.env['LATCHKEY_FUZZ_REQUESTS'] ?? depth({ usual: 250, full: 5_000 }))

/**
 * Number of requests per world. Their results (policies, keys, transactions) fill a world up to its limits.
 */
const REQUESTS_PER_WORLD = 5_000

const rowOf = new Map(TABLE_ROWS.map((table) => [table.name, table]))

async function startFuzzedWorld() {
  const world = await serviceWorld.watched()
  const narrowKey = await world.addKey(world.demo.id, ['wallet:read'])
  return { ...world, narrowKey, renewals: new Map<string, number>() }
}
type FuzzedWorld = Awaited<ReturnType<typeof startFuzzedWorld>>

function changed(base: ExampleRequest, changes: Change[]): ExampleRequest {
  const request = {
    body: new Map<string, unknown>(Object.entries(base.body ?? {})),
    query: new Map<string, unknown>(Object.entries(base.query ?? {})),
    params: new Map<string, unknown>(Object.entries(base.params ?? {})),
  }
  for (const { part, field, value, drop } of changes) {
    if (drop && part !== 'params') request[part].delete(field)
    else request[part].set(field, part === 'body' ? value : toPathText(value))
  }
  return {
    params: strings(request.params),
    query: strings(request.query),
    body: Object.fromEntries(request.body),
  }
}

/** Whether the request passes the endpoint's schemas. */
function isWellFormed({ row }: TableRow, { body, query, params }: ExampleRequest): boolean {
  return (
    row.body?.safeParse(body).success !== false &&
    (row.query === undefined ? Object.keys(query ?? {}).length === 0 : row.query.safeParse(query).success) &&
    row.params?.safeParse(params).success !== false
  )
}

/** The value as text for a path or a query. Empty texts and relative paths become `x`. */
function toPathText(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .slice(0, 500)
  return text === '' || text === '.' || text === '..' ? 'x' : text
}
const strings = (map: Map<string, unknown>) =>
  Object.fromEntries([...map].map(([name, value]) => [name, String(value)]))

async function sendFuzzed(
  world: FuzzedWorld,
  request: Fuzzed,
): Promise<{ answer: Answer; wellFormed: boolean }> {
  const table = rowOf.get(request.name)
  if (table === undefined) throw new Error('no such row')
  const method = request.method ?? table.row.method
  const fields = changed(world.valid.get(request.name) ?? {}, request.changes)
  const search = new URLSearchParams(fields.query).toString()
  const path = fillPath(table, { ...EXAMPLE_PARAMS, ...fields.params }) + (search === '' ? '' : `?${search}`)
  const sent = request.text ?? (table.row.body === undefined ? undefined : JSON.stringify(fields.body))
  const answer = await world.call(method, path, {
    headers: request.headers,
    ...(request.key === 'full' ? {} : { key: request.key === 'none' ? null : world.narrowKey }),
    ...(sent === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: sent }),
  })
  return { answer, wellFormed: request.text === undefined && isWellFormed(table, fields) }
}

const RENEWALS_MAX = 2

/** Recreates a few times what an example uses up, such as a code or a deleted webhook. */
async function renew(world: FuzzedWorld, name: string): Promise<void> {
  const count = world.renewals.get(name) ?? 0
  world.renewals.set(name, count + 1)
  if (count >= RENEWALS_MAX) return
  const request = await EXAMPLES[name]?.request(world)
  if (request !== undefined) world.valid.set(name, request)
  await world.state.settled()
}

test(`behavior: ${REQUESTS} fuzzed requests: never a 5xx, always the envelope, no state changed by a 4xx`, async () => {
  const seen = new Map<string, number>()
  for (let sent = 0; sent < REQUESTS; sent += REQUESTS_PER_WORLD) {
    await sendToNewWorld(Math.min(REQUESTS_PER_WORLD, REQUESTS - sent), seen)
  }
  for (const status of ['400', '401', '403', '404', '405', '415']) expect(seen.keys()).toContain(status)
  for (const { name } of TABLE_ROWS) expect(seen.keys(), name).toContain(`200 ${name}`)
  // About a third of the random requests are malformed.
  for (const kind of ['well-formed', 'malformed']) expect(seen.get(kind), kind).toBeGreaterThan(REQUESTS / 8)
}, 3_600_000)

async function sendToNewWorld(requests: number, seen: Map<string, number>): Promise<void> {
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  const world = await startFuzzedWorld()
  try {
    await fc.assert(
      fc.asyncProperty(fuzzed, async (request) => {
        const before = await world.state.fingerprint()
        const { answer, wellFormed } = await sendFuzzed(world, request)
        const table = request.method === undefined ? rowOf.get(request.name) : undefined
        await world.checkAnswer(answer, before, request.name, table)
        count(answer.status < 400 ? `200 ${request.name}` : String(answer.status))
        count(wellFormed ? 'well-formed' : 'malformed')
        if (isValid(request) && answer.status >= 400) await renew(world, request.name)
      }),
      { numRuns: requests, endOnFailure: true, examples: CERTAIN.map((request) => [request]) },
    )
  } finally {
    await world.stop()
  }
}
