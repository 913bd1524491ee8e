import type * as z from 'zod/mini'
import type { Asked, BffContext } from '#bff/context.ts'
import type { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import type { Opened } from './exchange.ts'
import type { WithCookies } from './with-cookies.ts'

type Rows = typeof CONSOLE_ENDPOINTS & typeof HOSTED_CONSOLE_ENDPOINTS

/** A parsed request for an endpoint, with its audit log action, and with the session if it requires one. */
export type AskedFor<Row, Ctx> = (Row extends { role: null } ? Opened<Row, Ctx> : Asked<Row, Ctx>) & {
  action: Row extends { action: infer Action } ? Action : undefined
}

/** Content that an endpoint's operation returns. For a file or a stream, a whole response. */
export type ContentOf<Row> = Row extends { answer: infer Schema extends z.ZodMiniType }
  ? z.output<Schema> | WithCookies<z.output<Schema>>
  : Response

/** An operation for an endpoint. */
export type RowOperation<Row, Ctx> = (asked: AskedFor<Row, Ctx>) => Promise<ContentOf<Row>>

/**
 * The operation for the console endpoint with this name. The endpoint determines the types of its input and content.
 * `Ctx`: the parts of the context that it uses.
 */
export type ConsoleOperation<Name extends keyof Rows, Ctx = object> = RowOperation<Rows[Name], Ctx>

/** The parsed request for the endpoint with this name. */
export type AskedOf<Name extends keyof Rows, Ctx = object> = AskedFor<Rows[Name], Ctx>

export type ConsoleTable = Readonly<Record<string, ConsoleEndpoint>>

/** One operation per endpoint. A missing operation does not compile, and no route exists outside the table. */
export type ConsoleOperations<Table extends ConsoleTable> = {
  [Name in keyof Table]: RowOperation<Table[Name], BffContext>
}
