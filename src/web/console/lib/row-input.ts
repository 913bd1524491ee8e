import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Role } from '#protocol/roles.ts'
import type { EndpointInput } from '#web/ui/ask-server.ts'

/** An endpoint that the console can call. Its response has the envelope. */
export type CallableRow = Pick<Endpoint, 'method' | 'path' | 'body' | 'query' | 'params' | 'answer'> & {
  /** Null if the endpoint needs no session. */
  role: Role | null
}

/**
 * Parameters, query and body of an endpoint, typed by its schemas. Input that the endpoint does not accept does not
 * compile.
 */
export type RowParts<Row> = ParamsOf<Row> & QueryOf<Row> & BodyOf<Row>

/** Input of a call to an endpoint. */
export type RowInput<Row> = RowParts<Row> & Pick<EndpointInput, 'signal' | 'idempotencyKey'>

type ParamsOf<Row> = Row extends {
  params: infer Schema extends z.ZodMiniType<unknown, Record<string, string>>
}
  ? { params: z.input<Schema> }
  : { params?: never }

/**
 * Query values as strings. Empty values are omitted, and the server checks the others: many come from the
 * page's address.
 */
type QueryOf<Row> = Row extends { query: infer Schema extends z.ZodMiniType }
  ? { query?: { [Name in keyof z.input<Schema>]?: string | undefined } }
  : { query?: never }

type BodyOf<Row> = Row extends { body: infer Schema extends z.ZodMiniType }
  ? object extends z.input<Schema>
    ? { body?: z.input<Schema> }
    : { body: z.input<Schema> }
  : { body?: never }

/** The last argument of a call. Optional if all of its members are optional. */
export type LastArgument<Input> = object extends Input ? [input?: Input] : [input: Input]
