import type { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { AnswerOf, InputOf, RowOperation } from '#service/http/endpoint-types.ts'
import type { Approver } from './sessions.ts'

type Rows = typeof APPROVER_ENDPOINTS

/** The caller of a row: the signed-in approver for rows with `session`, otherwise an approver or undefined. */
export type CallerOf<Row> = Row extends { session: true } ? Approver : Approver | undefined

/**
 * The operation of the row with this name in the approval app's table. Its input and its result have the
 * row's types. `Ctx`: the parts of the context that it uses.
 */
export type ApproverOperation<Name extends keyof Rows, Ctx = object> = (
  ctx: Ctx,
  approver: CallerOf<Rows[Name]>,
  input: InputOf<Rows[Name]>,
) => Promise<AnswerOf<Rows[Name]>>

/** An operation in the form that the table calls. */
export type ApproverRowOperation<Row> = RowOperation<Row, CallerOf<Row>>

export type ApproverOperations<Table> = { [Name in keyof Table]: ApproverRowOperation<Table[Name]> }
