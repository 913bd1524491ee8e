import type { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { Context } from '#service/context.ts'
import type { AnswerOf, InputOf, RowOperation } from '#service/http/endpoint-types.ts'
import type { Approver } from './sessions.ts'

type Rows = typeof APPROVER_ENDPOINTS

/** Rows with `session` get the signed-in approver; the others one if there is any. */
export type CallerOf<Row> = Row extends { session: true } ? Approver : Approver | undefined

/** The operation of the row of the approval app's table with this name: its input and its answer are the row's. */
export type ApproverOperation<Name extends keyof Rows> = (
  ctx: Context,
  approver: CallerOf<Rows[Name]>,
  input: InputOf<Rows[Name]>,
) => Promise<AnswerOf<Rows[Name]>>

/** An operation, as the table calls it. */
export type ApproverRowOperation<Row> = RowOperation<Row, CallerOf<Row>>

export type ApproverOperations<Table> = { [Name in keyof Table]: ApproverRowOperation<Table[Name]> }
