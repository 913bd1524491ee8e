import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { InputOf } from '#server-kit/http/parse-input.ts'
import type { Caller, Context } from '#service/context.ts'

export type EndpointTable = Readonly<Record<string, Endpoint>>

/** The `content` that a row's operation answers. */
export type AnswerOf<Row> = Row extends { answer: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : never

/** Content with headers of its own, such as `Link`. */
export class WithHeaders<Content> {
  readonly content: Content
  readonly headers: Record<string, string>

  constructor(content: Content, headers: Record<string, string>) {
    this.content = content
    this.headers = headers
  }
}

/** An operation of the service, as the endpoint table calls it. */
export type Operation<Row> = (
  ctx: Context,
  caller: Caller,
  input: InputOf<Row>,
) => Promise<AnswerOf<Row> | WithHeaders<AnswerOf<Row>>>

/** One operation for each row: a missing one does not compile, and there is no route outside the table. */
export type Operations<Table extends EndpointTable> = { [Name in keyof Table]: Operation<Table[Name]> }

/** The same endpoint's answer as server-sent events; `headers` are the request's. */
export type StreamOperation<Row> = (
  ctx: Context,
  caller: Caller,
  input: InputOf<Row> & { headers: Headers },
) => Promise<Response>

export type StreamOperations<Table extends EndpointTable> = {
  [Name in keyof Table]?: StreamOperation<Table[Name]>
}
