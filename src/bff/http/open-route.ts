import type { HonoRequest } from 'hono'
import { parseInput, readBodyFor, type InputOf, type ParsedBy } from '#server-kit/http/parse-input.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'

/** A request that needs no session, with what its route takes. */
export type Opened<Row extends ParsedBy = ParsedBy> = { ctx: BffContext; exchange: Exchange } & InputOf<Row>

/** Makes the route table's rows that take a POST of anybody: within a limit for each address, which is counted first. */
export function openRoute(ctx: BffContext) {
  return <Row extends ParsedBy>(
    path: string,
    row: Row,
    limit: 'setup' | 'signInBegin' | 'signIn' | 'join' | null,
    handle: (opened: Opened<Row>) => Promise<Response>,
  ): Route => ({
    method: 'POST',
    path,
    handle: async (exchange) => {
      if (limit !== null) ctx.limits[limit].take(exchange.env.clientAddress)
      return handle({ ctx, exchange, ...(await readInput(exchange.req, row)) })
    },
  })
}

/** Everything that a route takes, parsed; 415, 413, `INVALID_JSON` or every refused field. Source: profile 6. */
export async function readInput<Row extends ParsedBy>(request: HonoRequest, row: Row): Promise<InputOf<Row>> {
  const body = await readBodyFor(row, request.raw)
  return parseInput(row, { body, query: new URL(request.url).searchParams, params: request.param() })
}
