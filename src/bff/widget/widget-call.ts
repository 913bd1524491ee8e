import type * as z from 'zod/mini'
import { auditedCall } from '#bff/audit/audited-call.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import type { CallsService, HasDatabase, RunsAudited } from '#bff/context-parts.ts'
import { answer } from '#bff/http/exchange.ts'
import { declareRequester } from '#bff/members/known-emails.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { deriveIdempotencyKey } from '#bff/upstream/idempotency-key.ts'
import type { UpstreamCall, UpstreamInput } from '#bff/upstream/upstream-request.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { NamedRequester } from '#protocol/requester.ts'
import type { WidgetAsked, WidgetToken } from './widget-token.ts'

/** Input of a widget's call, with the content that stands in for a hosted service's response. */
export type WidgetInput<Row extends Endpoint> = UpstreamInput<Row> &
  Pick<UpstreamCall<Row>, 'ifLacking' | 'ifUnreadable'>

/** Calls the service for a widget: the same endpoint with the token's organization. Removes links to other pages. */
export function callForWidget<Row extends Endpoint>(
  asked: WidgetAsked<CallsService & HasDatabase>,
  endpoint: Row,
  input: WidgetInput<Row>,
): Promise<UpstreamAnswer<z.output<Row['answer']>>>
export function callForWidget(
  asked: WidgetAsked<CallsService & HasDatabase>,
  endpoint: Endpoint,
  input: WidgetInput<Endpoint>,
): Promise<UpstreamAnswer<unknown>> {
  return sendForWidget(asked, toCall(asked, endpoint, input))
}

/** The endpoint of a change, with the action for the audit log. */
type Change = Endpoint & { action: string }

/**
 * Calls the service like `callForWidget`. Records the change in the audit log if a person at the console makes it,
 * because end-users have no audit log.
 */
export function recordForWidget<Row extends Change>(
  asked: WidgetAsked<CallsService & RunsAudited>,
  endpoint: Row,
  input: WidgetInput<Row>,
): Promise<UpstreamAnswer<z.output<Row['answer']>>>
export function recordForWidget(
  asked: WidgetAsked<CallsService & RunsAudited>,
  endpoint: Change,
  input: WidgetInput<Endpoint>,
): Promise<UpstreamAnswer<unknown>> {
  const call = toCall(asked, endpoint, input)
  const send = (): Promise<UpstreamAnswer<unknown>> => sendForWidget(asked, call)
  if (asked.token.admin === null) return send()
  return auditedCall(asked.ctx, endpoint.action, auditActor(asked.exchange, asked.token), call, send)
}

function toCall(
  { exchange, token }: WidgetAsked,
  endpoint: Endpoint,
  input: WidgetInput<Endpoint>,
): UpstreamCall {
  const { ipAddress } = auditActor(exchange, token)
  return {
    ...input,
    endpoint,
    idempotencyKey: deriveIdempotencyKey(exchange.req.raw, identifyOwner(token)),
    acceptLanguage: exchange.req.header('accept-language'),
    requester: { ...identifyRequester(token), ipAddress: ipAddress ?? undefined },
  }
}

async function sendForWidget(
  { ctx, token }: WidgetAsked<CallsService & HasDatabase>,
  { requester, ...call }: UpstreamCall,
): Promise<UpstreamAnswer<unknown>> {
  const isNamed = requester !== undefined && call.endpoint.namesRequester === true
  const answered = await callUpstream<Endpoint>(ctx, token.organization, {
    ...call,
    ...(isNamed && { requester: await declareRequester(ctx, token.organization.id, requester) }),
  })
  const { link: _, ...headers } = answered.headers
  return { ...answered, headers }
}

/** The person or the integration that the service records as the requester of this token's calls. */
export function identifyRequester({
  admin,
  integrationId,
  integrationLabel,
  origin,
}: WidgetToken): NamedRequester {
  if (admin !== null) return { kind: 'administrator', ...admin }
  return { kind: 'integration', id: integrationId ?? '', name: integrationLabel ?? '', origin }
}

/** Returns the service's response unchanged. */
export async function passForWidget<Row extends Endpoint>(
  asked: WidgetAsked<CallsService & HasDatabase>,
  endpoint: Row,
  input: WidgetInput<Row>,
): Promise<Response> {
  const { content, status, headers } = await callForWidget(asked, endpoint, input)
  return answer(content, status, headers)
}

/** Owner of a person's Idempotency-Keys. Stays the same when the token is renewed. */
function identifyOwner(token: WidgetToken): string {
  const person = token.externalUserId ?? token.walletAddress?.toLowerCase() ?? ''
  return JSON.stringify([token.integrationId ?? 'console', token.externalUserId !== null, person])
}
