import type { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { AnswerOf, InputOf, RowOperation } from '#service/http/endpoint-types.ts'
import type { Approver } from './sessions.ts'

type Rows = typeof APPROVER_ENDPOINTS

/**
 * The caller of an endpoint: the signed-in approver if the endpoint has `session`, otherwise an approver or
 * undefined.
 */
export type CallerOf<Row> = Row extends { session: true } ? Approver : Approver | undefined

/**
 * The operation of the approval app's endpoint with this name, with the input and the result of the endpoint. `Ctx`:
 * the parts of the context that the operation uses.
 */
export type ApproverOperation<Name extends keyof Rows, Ctx = object> = (
  ctx: Ctx,
  approver: CallerOf<Rows[Name]>,
  input: InputOf<Rows[Name]>,
) => Promise<AnswerOf<Rows[Name]>>

/** The common signature of the approval app's operations, by which the router calls them. */
export type ApproverRowOperation<Row> = RowOperation<Row, CallerOf<Row>>

export type ApproverOperations<Table> = { [Name in keyof Table]: ApproverRowOperation<Table[Name]> }
