import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { NamedRequester } from '#protocol/organization-transactions.ts'
import { auditedCall } from '#bff/audit/audited-call.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import { answer } from '#bff/http/exchange.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { deriveIdempotencyKey } from '#bff/upstream/idempotency-key.ts'
import type { UpstreamInput } from '#bff/upstream/upstream-request.ts'
import type { WidgetAsked, WidgetToken } from './widget-token.ts'

/** Audit log actions of calls that a person makes at the console through the widget. End-users have no audit log. */
const AUDITED: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [BAAS_ENDPOINTS.createWallet, 'wallet.created'],
  [BAAS_ENDPOINTS.executeTransaction, 'transaction.executed'],
  [BAAS_ENDPOINTS.holdMessage, 'message.held'],
])

/** Calls the service for a widget: the same endpoint with the token's organization. Removes links to other pages. */
export function callForWidget<Row extends Endpoint>(
  asked: WidgetAsked,
  endpoint: Row,
  input: UpstreamInput<Row>,
): Promise<UpstreamAnswer<z.output<Row['answer']>>>
export async function callForWidget(
  { ctx, exchange, token }: WidgetAsked,
  endpoint: Endpoint,
  input: UpstreamInput<Endpoint>,
): Promise<UpstreamAnswer<unknown>> {
  const idempotencyKey = deriveIdempotencyKey(exchange.req.raw, ownerOf(token))
  const acceptLanguage = exchange.req.header('accept-language')
  const by = auditActor(exchange, token)
  const requester = { ...requesterOf(token), ipAddress: by.ipAddress ?? undefined }
  const call = { ...input, endpoint, idempotencyKey, acceptLanguage, requester }
  const send = () => callUpstream<Endpoint>(ctx, token.organization, call)
  const action = token.admin === null ? undefined : AUDITED.get(endpoint)
  const answered = await (action === undefined ? send() : auditedCall(ctx, action, by, call, send))
  const { link: _, ...headers } = answered.headers
  return { ...answered, headers }
}

function requesterOf({ admin, integrationId, integrationLabel, origin }: WidgetToken): NamedRequester {
  if (admin !== null) return { kind: 'administrator', ...admin }
  return { kind: 'integration', id: integrationId ?? '', name: integrationLabel ?? '', origin }
}

/** Returns the service's response unchanged. */
export async function passForWidget<Row extends Endpoint>(
  asked: WidgetAsked,
  endpoint: Row,
  input: UpstreamInput<Row>,
): Promise<Response> {
  const { content, status, headers } = await callForWidget(asked, endpoint, input)
  return answer(content, status, headers)
}

/** Owner of a person's Idempotency-Keys. Stays the same when the token is renewed. */
function ownerOf(token: WidgetToken): string {
  const person = token.externalUserId ?? token.walletAddress?.toLowerCase() ?? ''
  return JSON.stringify([token.integrationId ?? 'console', token.externalUserId !== null, person])
}
