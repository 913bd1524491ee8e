import type * as z from 'zod/mini'
import type { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import type { Asked } from '#bff/context.ts'
import type { Opened } from './exchange.ts'
import type { WithCookies } from './with-cookies.ts'

type Rows = typeof CONSOLE_ENDPOINTS & typeof HOSTED_CONSOLE_ENDPOINTS

/** A parsed request for a row, with the session if the row requires one, and the row's audit log action. */
export type AskedFor<Row> = (Row extends { role: null } ? Opened<Row> : Asked<Row>) & {
  action: Row extends { action: infer Action } ? Action : undefined
}

/** Content that a row's operation returns. For a file or a stream, a whole response. */
export type ContentOf<Row> = Row extends { answer: infer Schema extends z.ZodMiniType }
  ? z.output<Schema> | WithCookies<z.output<Schema>>
  : Response

/** An operation for a row. */
export type RowOperation<Row> = (asked: AskedFor<Row>) => Promise<ContentOf<Row>>

/** The operation for the console row with this name. The row types its input and content. */
export type ConsoleOperation<Name extends keyof Rows> = RowOperation<Rows[Name]>

/** The parsed request for the row with this name. */
export type AskedOf<Name extends keyof Rows> = AskedFor<Rows[Name]>

export type ConsoleTable = Readonly<Record<string, ConsoleEndpoint>>

/** One operation per row. A missing operation does not compile, and no route exists outside the table. */
export type ConsoleOperations<Table extends ConsoleTable> = {
  [Name in keyof Table]: RowOperation<Table[Name]>
}
