import * as z from 'zod/mini'
import type { ChecksAnswers } from '#bff/context-parts.ts'
import type { Asked, BffContext, Exchange, Route } from '#bff/context.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import type { Access } from '#protocol/roles.ts'
import type { ParsedBy } from '#server-kit/http/parse-input.ts'
import type { ConsoleOperations, ConsoleTable } from './console-operation.ts'
import { answer, readInput, type Opened } from './exchange.ts'
import { WithCookies } from './with-cookies.ts'

/**
 * Creates one route per endpoint of a table. A request without a session first passes the endpoint's rate limit. Any
 * other request first passes the checks of session, role and step-up. Validation and the operation follow.
 */
export function consoleRoutes<Table extends ConsoleTable>(
  ctx: BffContext,
  table: Table,
  operations: ConsoleOperations<Table>,
): Route[]
export function consoleRoutes(
  ctx: BffContext,
  table: ConsoleTable,
  operations: Readonly<Record<string, Operate>>,
): Route[] {
  return Object.entries(table).map(([name, row]) => {
    const operate = operations[name]
    if (operate === undefined) throw new Error(`${name} has no operation`)
    return isForMembers(row) ? memberRoute(ctx, row, operate) : openRoute(ctx, row, operate)
  })
}

/** Any operation. Its endpoint determines which requests it receives. */
type Operate = (
  asked: (Asked<ParsedBy, BffContext> | Opened<ParsedBy, BffContext>) & {
    action: ConsoleEndpoint['action'] | undefined
  },
) => Promise<unknown>

function isForMembers(row: ConsoleEndpoint): row is ConsoleEndpoint & Access {
  return row.role !== null
}

function memberRoute(ctx: BffContext, row: ConsoleEndpoint & Access, operate: Operate): Route {
  return sessionRoute(ctx, row, async (asked) =>
    toResponse(ctx, row, await operate({ ...asked, action: row.action })),
  )
}

/** Creates the route of an endpoint that needs no session. The rate limit is counted before anything else. */
function openRoute(ctx: BffContext, row: ConsoleEndpoint, operate: Operate): Route {
  const { method, path, limit, action } = row
  const handle = async (exchange: Exchange): Promise<Response> => {
    if (limit !== undefined) ctx.limits[limit].take(exchange.env.clientAddress)
    const input = await readInput(exchange.req, row)
    return toResponse(ctx, row, await operate({ ctx, exchange, ...input, action }))
  }
  return { method, path, takes: row, handle }
}

function toResponse(ctx: ChecksAnswers, row: ConsoleEndpoint, returned: unknown): Response {
  if (returned instanceof Response) return returned
  const isWithCookies = returned instanceof WithCookies
  const content: unknown = isWithCookies ? returned.content : returned
  if (ctx.checksAnswers === true) requireAnswer(row, content)
  const response = answer(content)
  const cookies = isWithCookies ? returned.cookies : []
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** @throws Error if the content does not match the endpoint's schema */
function requireAnswer({ method, path, answer: schema }: ConsoleEndpoint, content: unknown): void {
  if (schema === 'file' || schema === 'events')
    throw new Error(`${method} ${path} returned no whole response`)
  const sent: unknown = JSON.parse(JSON.stringify(content))
  const { error } = z.safeParse(schema, sent)
  if (error !== undefined)
    throw new Error(`${method} ${path} returned content of another shape`, { cause: error })
}
