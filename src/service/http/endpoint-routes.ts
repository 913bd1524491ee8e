import { Hono, type Context as HonoContext } from 'hono'
import type { Endpoint } from '#shared/baas/endpoints.ts'
import type { Scope } from '#shared/baas/scopes.ts'
import type { Caller, Context } from '#service/context.ts'
import { WithHeaders, type EndpointTable, type Operation, type Operations } from './endpoint-types.ts'
import type { Reply } from './error-response.ts'
import { createIdempotency, readIdempotencyKey } from './idempotency.ts'
import { parseInput } from './parse-input.ts'
import { readJsonBody } from './read-body.ts'
import { respond } from './respond.ts'
import { serviceError } from './service-error.ts'

/** The key that authenticated a request, and what it may do. */
export type AuthenticatedKey = Caller & { scopes: readonly Scope[] }
/** Answers `undefined` for a key that is missing, wrong, revoked or expired. */
export type Authenticate = (apiKey: string | undefined) => Promise<AuthenticatedKey | undefined>

/** What the log line of a request learns on the way. */
export type RequestNotes = { route?: string; organizationId?: string; keyId?: string }
export type HttpEnv = { Variables: { requestId: string; notes: RequestNotes } }

/**
 * Routes derived from a table of endpoints: there is none that the table does not name. Each request passes
 * authentication, scope, body and then the operation (ownership and the rest), in this order (profile 6).
 */
export function endpointRoutes<Table extends EndpointTable>(
  ctx: Context,
  authenticate: Authenticate,
  table: Table,
  operations: Operations<Table>,
): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const byPath = new Map<string, Map<string, Route>>()
  const runOnce = createIdempotency(ctx)
  const add = <Name extends keyof Table & string>(name: Name) => {
    const row = table[name]
    if (row === undefined) return
    const methods = byPath.get(row.path) ?? new Map<string, Route>()
    methods.set(
      row.method,
      createRoute({ ctx, authenticate, runOnce, name, row, operation: operations[name] }),
    )
    byPath.set(row.path, methods)
  }
  for (const name in table) add(name)
  // A fixed path goes before one with parameters, so that its wrong methods are 405 and not another route's input.
  const paths = [...byPath.keys()].toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  for (const path of paths)
    routes.all(path, (c) => dispatch(c, path, byPath.get(path) ?? new Map<string, Route>()))
  return routes
}

type Route = (c: HonoContext<HttpEnv>) => Promise<Response>

function dispatch(c: HonoContext<HttpEnv>, path: string, methods: Map<string, Route>): Promise<Response> {
  c.get('notes').route = path
  const route = methods.get(c.req.method === 'HEAD' ? 'GET' : c.req.method)
  if (route !== undefined) return route(c)
  const allowed = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])].join(', ')
  throw serviceError('METHOD_NOT_ALLOWED', allowed, { headers: { allow: allowed } })
}

type RouteParts<Row extends Endpoint> = {
  ctx: Context
  authenticate: Authenticate
  runOnce: ReturnType<typeof createIdempotency>
  name: string
  row: Row
  operation: Operation<Row>
}

function createRoute<Row extends Endpoint>(parts: RouteParts<Row>): Route {
  const { ctx, row, name } = parts
  return async (c) => {
    const key = await authenticateRequest(ctx, parts.authenticate, c)
    if (row.scope !== null && !key.scopes.includes(row.scope))
      throw serviceError('INSUFFICIENT_SCOPES', row.scope)
    const idempotencyKey = row.method === 'POST' ? readIdempotencyKey(c.req.raw.headers) : undefined
    const body = row.body === undefined ? undefined : await readJsonBody(c.req.raw)
    const query = new URL(c.req.url).searchParams
    const params = c.req.param()
    const input = parseInput(row, { body, query, params })
    const caller: Caller = { organizationId: key.organizationId, keyId: key.keyId }
    const run = async () => toReply(await parts.operation(ctx, caller, input))
    if (idempotencyKey === undefined) return respond(await run())
    const request = { operation: name, body, params }
    return respond(
      await parts.runOnce({ organizationId: key.organizationId, key: idempotencyKey, request }, run),
    )
  }
}

/**
 * An API key in a request that a browser marked as its own has left the server it belongs on: refused
 * whoever it is, and a key that is real is reported (profile 6). Other `Sec-Fetch-*` headers mean nothing:
 * Node's own fetch sends some.
 */
async function authenticateRequest(
  ctx: Context,
  authenticate: Authenticate,
  c: HonoContext<HttpEnv>,
): Promise<AuthenticatedKey> {
  const presented = c.req.header('x-api-key')
  const key = await authenticate(presented)
  if (key !== undefined) {
    c.get('notes').organizationId = key.organizationId
    c.get('notes').keyId = key.keyId
  }
  const fromBrowser = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined
  if (presented !== undefined && fromBrowser) {
    if (key !== undefined) {
      const origin = c.req.header('origin')?.slice(0, 200)
      const { organizationId, keyId } = key
      ctx.log.error(
        { alarm: 'api-key-in-browser', organizationId, keyId, origin },
        'an API key was sent by a browser',
      )
    }
    throw serviceError('API_KEY_IN_BROWSER')
  }
  if (key === undefined) {
    throw serviceError('INVALID_API_KEY', { headers: { 'www-authenticate': 'ApiKey realm="latchkey"' } })
  }
  return key
}

function toReply(answer: unknown): Reply {
  if (answer instanceof WithHeaders) return { status: 200, content: answer.content, headers: answer.headers }
  return { status: 200, content: answer, headers: {} }
}
