import type { Context as HonoContext, Hono } from 'hono'
import type { Endpoint } from '#protocol/endpoint.ts'
import { IDEMPOTENCY_LIFETIME_SECONDS } from '#protocol/limits.ts'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import type { Reply } from '#server-kit/http/error-reply.ts'
import { apiError, type HttpError } from '#server-kit/http/http-error.ts'
import { mountRows, type RouteRow } from '#server-kit/http/mount-rows.ts'
import { parseInput, readBodyFor } from '#server-kit/http/parse-input.ts'
import { respond, type Answering } from '#server-kit/http/respond.ts'
import {
  createIdempotency,
  readIdempotencyKey,
  type IdempotencyStore,
} from '#server-kit/idempotency/run-once.ts'
import { asksForStream } from '#server-kit/live/event-stream.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Caller, Context } from '#service/context.ts'
import { readVisitor, type Admit, type Admitted, type RequestNotes } from './admission.ts'
import { dropNulls } from './drop-nulls.ts'
import { WithHeaders, type EndpointTable, type Operations, type StreamOperations } from './endpoint-types.ts'

export type HttpEnv = {
  Bindings: { client?: Client | undefined }
  Variables: {
    requestId: string
    notes: RequestNotes
    answering: Answering
    /** The name of the endpoint. Undefined until the key is known to hold the endpoint's scope. */
    endpoint?: string
    refusal?: HttpError
  }
}

/**
 * Routes derived from a table of endpoints. No other routes exist. Each request passes authentication, scope,
 * body and then the operation (ownership and the rest), in this order (profile 6). An endpoint of `streams` responds
 * with server-sent events to callers that accept them.
 */
export function endpointRoutes<Table extends EndpointTable>(
  ctx: Context,
  admit: Admit,
  table: Table,
  operations: Operations<Table>,
  streams: StreamOperations<Table> = {},
): Hono<HttpEnv> {
  const { log, settings } = ctx
  const runOnce = createIdempotency({ ...idempotencyStore(ctx), log, secret: settings.codeKey })
  return tableRoutes(table, (name, row) => {
    const answer = async (c: HonoContext<HttpEnv>, key: Admitted): Promise<Response> => {
      const answering = c.get('answering')
      Object.assign(answering.headers, key.headers)
      if (row.scope !== null && !key.scopes.includes(row.scope))
        throw apiError('INSUFFICIENT_SCOPES', row.scope)
      c.set('endpoint', name)
      const idempotencyKey = row.method === 'POST' ? readIdempotencyKey(c.req.raw.headers) : undefined
      const body = await readBodyFor(row, c.req.raw)
      // Most requests have no query.
      const query = c.req.url.includes('?') ? new URL(c.req.url).searchParams : new URLSearchParams()
      const params = c.req.param()
      const input = parseInput(row, { body: dropNulls(row, body), query, params })
      const caller = readCaller(key, c.req.raw)
      const stream = streams[name]
      if (stream !== undefined && asksForStream(c.req.raw))
        return stream(ctx, caller, input, c.req.raw.headers)
      const run = async () => toReply(await operations[name](ctx, caller, input))
      if (idempotencyKey === undefined) return respond(await run(), answering)
      const request = { operation: name, body, params }
      const { organizationId: owner, keyId: asker } = caller
      return respond(await runOnce({ owner, asker, key: idempotencyKey, request }, run), answering)
    }
    return async (c) => {
      const key = await admit(readVisitor(c.req.raw.headers, c.env?.client), c.get('notes'))
      return answer(c, key).finally(key.leave)
    }
  })
}

function readCaller({ organizationId, keyId, clientIp, waitAside }: Admitted, request: Request): Caller {
  const acceptLanguage = request.headers.get('accept-language')
  const requester = request.headers.get(REQUESTER_HEADER)
  const leaving = () => request.signal
  return { organizationId, keyId, clientIp, acceptLanguage, requester, leaving, waitAside }
}

export type Route = (c: HonoContext<HttpEnv>) => Promise<Response>

/** A route for each endpoint of a table, created by `routeOf`. */
export function tableRoutes<Table extends Readonly<Record<string, Pick<Endpoint, 'method' | 'path'>>>>(
  table: Table,
  routeOf: <Name extends keyof Table & string>(name: Name, row: Table[Name]) => Route,
): Hono<HttpEnv> {
  const rows: RouteRow<HttpEnv>[] = []
  for (const name in table) {
    const row = table[name]
    if (row !== undefined) rows.push({ method: row.method, path: row.path, handle: routeOf(name, row) })
  }
  return mountRows(rows, noteRoute)
}

/** Sets the pattern of the route, from the root, for the log, the spans and the metrics. */
export function noteRoute(c: HonoContext<HttpEnv>, path: string): void {
  c.get('notes').route = path
}

/** Converts an operation's result to a response. */
export function toReply(answer: unknown): Reply {
  if (answer instanceof WithHeaders) return { status: 200, content: answer.content, headers: answer.headers }
  return { status: 200, content: answer, headers: {} }
}

/** Stores results by Idempotency-Key, separately for each organization and API key, for 24 hours. */
export function idempotencyStore({ db, clock }: HasClock & HasDatabase): IdempotencyStore {
  return {
    db,
    clock,
    table: 'idempotency_keys',
    ownerColumn: 'organization_id',
    lifetimeSeconds: IDEMPOTENCY_LIFETIME_SECONDS,
  }
}
