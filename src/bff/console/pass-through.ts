import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'
import { auditedCall } from '#bff/audit/audited-call.ts'
import { auditActor } from '#bff/audit/audit-actor.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody, readNoQuery, readQuery } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { withSession } from '#bff/sessions/with-session.ts'
import { nextLink, nextQuery } from '#server-kit/http/next-link.ts'
import { callWithRecord } from '#bff/upstream/outcomes/call-with-record.ts'
import { idempotencyKeyOf, type UpstreamCall } from '#bff/upstream/upstream-request.ts'
import { keepOwnKey } from './keep-own-key.ts'
import { sendWithOwner } from './name-owner.ts'
import { noteName, requireOwnerOfName } from './organization-name.ts'

/** The endpoints of the service for a signed-in administrator: exactly those of the tables, under `/api`. */
export function passThroughRoutes(ctx: BffContext): Route[] {
  return [
    ...Object.values<Endpoint>(BAAS_ENDPOINTS).map((endpoint) => passThrough(ctx, 'baas', endpoint)),
    ...Object.values<Endpoint>(ORG_ENDPOINTS).map((endpoint) => passThrough(ctx, 'org', endpoint)),
  ]
}

function passThrough(ctx: BffContext, base: UpstreamCall['base'], endpoint: Endpoint): Route {
  const { action } = endpoint
  const handle = withSession(ctx, async (exchange, session) => {
    const call = { base, endpoint, ...(await readInput(exchange, endpoint, session)) }
    if (endpoint === ORG_ENDPOINTS.rotateApiKey) await keepOwnKey(ctx, session.organization, call)
    if (endpoint === ORG_ENDPOINTS.updateOrganization) requireOwnerOfName(session, call.body)
    const send = () =>
      sendWithOwner(call, session, (owned) => callWithRecord(ctx, session.organization, owned))
    const { status, content, headers } = await (action === undefined
      ? send()
      : auditedCall(ctx, action, auditActor(exchange, session), call, send))
    if (endpoint === ORG_ENDPOINTS.updateOrganization) await noteName(ctx, session.organization, content)
    const { link, ...passed } = headers
    const query = nextQuery(link)
    const next = query && nextLink(ctx.settings.publicUrl, exchange.req.path, query)
    return answer(content, status, { ...passed, ...next })
  })
  return { method: endpoint.method, path: `/api/${base}${endpoint.path}`, handle }
}

async function readInput({ req, var: { requestId } }: Exchange, endpoint: Endpoint, session: Session) {
  const input: Omit<UpstreamCall, 'base' | 'endpoint'> = {
    requestId,
    idempotencyKey: idempotencyKeyOf(req.raw, `console:${session.admin.id}`),
    acceptLanguage: req.header('accept-language'),
  }
  if (endpoint.params !== undefined) {
    parse(endpoint.params, req.param())
    input.params = req.param()
  }
  if (endpoint.query === undefined) readNoQuery(req.raw)
  else {
    readQuery(req.raw, endpoint.query)
    input.query = Object.fromEntries(new URL(req.url).searchParams)
  }
  if (endpoint.body !== undefined) input.body = await readBody(req.raw, endpoint.body)
  else if (endpoint.method !== 'GET') await readNoBody(req.raw)
  return input
}
