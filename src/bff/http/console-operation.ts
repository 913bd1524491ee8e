import type * as z from 'zod/mini'
import type { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import type { Asked } from '#bff/context.ts'
import type { Opened } from './exchange.ts'
import type { WithCookies } from './with-cookies.ts'

type Rows = typeof CONSOLE_ENDPOINTS & typeof HOSTED_CONSOLE_ENDPOINTS

/** A parsed request for a row: with the session where the row requires one, and the row's action in the audit log. */
export type AskedFor<Row> = (Row extends { role: null } ? Opened<Row> : Asked<Row>) & {
  action: Row extends { action: infer Action } ? Action : undefined
}

/** The content that a row's operation returns. A file or a stream is a whole response. */
export type ContentOf<Row> = Row extends { answer: infer Schema extends z.ZodMiniType }
  ? z.output<Schema> | WithCookies<z.output<Schema>>
  : Response

/** An operation, as the table calls it. */
export type RowOperation<Row> = (asked: AskedFor<Row>) => Promise<ContentOf<Row>>

/** The operation of the console's row with this name: its input and its content are the row's. */
export type ConsoleOperation<Name extends keyof Rows> = RowOperation<Rows[Name]>

/** The parsed request of the row with this name. */
export type AskedOf<Name extends keyof Rows> = AskedFor<Rows[Name]>

export type ConsoleTable = Readonly<Record<string, ConsoleEndpoint>>

/** One operation for each row: a missing one does not compile, and there is no route outside the table. */
export type ConsoleOperations<Table extends ConsoleTable> = {
  [Name in keyof Table]: RowOperation<Table[Name]>
}
