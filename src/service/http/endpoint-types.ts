import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import type { InputOf as AllInput } from '#server-kit/http/parse-input.ts'
import type { Caller, Context } from '#service/context.ts'

export type EndpointTable = Readonly<Record<string, Endpoint>>

/** The input of an operation: the parts of its endpoint, parsed by their schemas. */
export type InputOf<Row> = Pick<AllInput<Row>, keyof Row & keyof AllInput<Row>>

/** The `content` that an endpoint's operation returns. */
export type AnswerOf<Row> = Row extends { answer: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : never

/** Content with additional headers, such as `Link`. */
export class WithHeaders<Content> {
  readonly content: Content
  readonly headers: Record<string, string>

  constructor(content: Content, headers: Record<string, string>) {
    this.content = content
    this.headers = headers
  }
}

type Rows = typeof BAAS_ENDPOINTS & typeof ORG_ENDPOINTS & typeof SANDBOX_ENDPOINTS

/**
 * The operation of the endpoint with this name in the tables, with the endpoint's input and result. `Ctx`: the
 * parts of the context that it uses.
 */
export type Operation<Name extends keyof Rows, Ctx = object> = (
  ctx: Ctx,
  caller: Caller,
  ...given: keyof InputOf<Rows[Name]> extends never ? [] : [input: InputOf<Rows[Name]>]
) => Promise<AnswerOf<Rows[Name]>>

/** An operation that also returns headers, such as the `Link` of a page. */
export type PagedOperation<Name extends keyof Rows, Ctx = object> = (
  ...given: Parameters<Operation<Name, Ctx>>
) => Promise<WithHeaders<AnswerOf<Rows[Name]>>>

/** The common signature of all operations, by which the router calls them. */
export type RowOperation<Row, By = Caller> = (
  ctx: Context,
  caller: By,
  input: InputOf<Row>,
) => Promise<AnswerOf<Row> | WithHeaders<AnswerOf<Row>>>

/** One operation per endpoint. A missing operation is a compile error, and no route exists outside the table. */
export type Operations<Table extends EndpointTable> = { [Name in keyof Table]: RowOperation<Table[Name]> }

/** Returns an endpoint's response as server-sent events. `headers` are the headers of the request. */
export type StreamOperation<Row, Ctx = Context> = (
  ctx: Ctx,
  caller: Caller,
  input: InputOf<Row>,
  headers: Headers,
) => Promise<Response>

export type StreamOperations<Table extends EndpointTable> = {
  [Name in keyof Table]?: StreamOperation<Table[Name]>
}
