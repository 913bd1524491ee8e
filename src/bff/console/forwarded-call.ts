import type * as z from 'zod/mini'
import { auditedCall } from '#bff/audit/audited-call.ts'
import type { CallsService, RunsAudited } from '#bff/context-parts.ts'
import type { Asked, BffContext } from '#bff/context.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import type { UpstreamCall } from '#bff/upstream/upstream-request.ts'
import type { ServiceEndpoint } from '#protocol/endpoint.ts'
import type { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'

type Rows = typeof BAAS_ENDPOINTS & typeof ORG_ENDPOINTS

/** An administrator's parsed request for a service endpoint, and the resulting call. */
export type Forwarded<Row, Ctx = object> = Asked<Row, Ctx> & { row: ServiceEndpoint; call: UpstreamCall }

/** The service's response to an endpoint. */
export type AnswerTo<Row> = Row extends { answer: infer Schema extends z.ZodMiniType }
  ? UpstreamAnswer<z.output<Schema>>
  : never

/** The console's own operation for a service endpoint, which replaces forwarding it unchanged. */
export type RowForwarding<Row, Ctx> = (asked: Forwarded<Row, Ctx>) => Promise<AnswerTo<Row>>

/**
 * The console's own operation for the service endpoint with this name. The endpoint determines the types of input and
 * response.
 */
export type ForwardedOperation<Name extends keyof Rows, Ctx = object> = RowForwarding<Rows[Name], Ctx>

/** Operations for some endpoints of a table. */
export type ForwardedOperations<Table> = { [Name in keyof Table]?: RowForwarding<Table[Name], BffContext> }

/** The parsed request for the endpoint with this name. */
export type ForwardedRequest<Name extends keyof Rows, Ctx = object> = Forwarded<Rows[Name], Ctx>

/** Sends the call to the service, optionally with another body. @throws the service's refusal */
export function sendCall<Row>(asked: Forwarded<Row, CallsService>, body?: unknown): Promise<AnswerTo<Row>>
export function sendCall(
  { ctx, session, call }: Forwarded<unknown, CallsService>,
  body = call.body,
): Promise<UpstreamAnswer<unknown>> {
  return callUpstream(ctx, session.organization, { ...call, body })
}

/**
 * Runs `send`, which calls the service. Records the call in the audit log if the endpoint has an action.
 *
 * @param before values that the change replaces, for the entry
 */
export function recordCall<Content>(
  { ctx, by, row, call }: Forwarded<unknown, RunsAudited>,
  send: () => Promise<UpstreamAnswer<Content>>,
  before?: unknown,
): Promise<UpstreamAnswer<Content>> {
  return row.action === undefined ? send() : auditedCall(ctx, row.action, by, { ...call, before }, send)
}
