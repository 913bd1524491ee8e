import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { auditedCall } from '#bff/audit/audited-call.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody, readNoQuery, readQuery } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { nextLink, nextQuery } from '#server-kit/http/page-cursor.ts'
import { callWithRecord } from '#bff/upstream/outcomes/call-with-record.ts'
import { idempotencyKeyOf, type UpstreamCall } from '#bff/upstream/upstream-request.ts'
import type { Organization } from '#bff/ports.ts'
import { findOwnKeyIds } from './console-keys.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { organizationSchema } from '#protocol/organization.ts'

/** The endpoints of the service for a signed-in administrator: exactly those of the tables, under `/api`. */
export function passThroughRoutes(ctx: BffContext): Route[] {
  return [
    ...Object.values<Endpoint>(BAAS_ENDPOINTS).map((endpoint) => passThrough(ctx, 'baas', endpoint)),
    ...Object.values<Endpoint>(ORG_ENDPOINTS).map((endpoint) => passThrough(ctx, 'org', endpoint)),
  ]
}

function passThrough(ctx: BffContext, base: UpstreamCall['base'], endpoint: Endpoint): Route {
  const { action } = endpoint
  return sessionRoute(ctx)(endpoint.method, `/api/${base}${endpoint.path}`, async (exchange, session) => {
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

/**
 * Refuses to rotate the key that this BFF itself uses: the new secret would go to a person,
 * and at the end of the grace period the console and every widget would be locked out.
 *
 * @throws CONFLICT
 */
async function keepOwnKey(
  ctx: BffContext,
  organization: Organization,
  { params, requestId }: UpstreamCall,
): Promise<void> {
  const own = await findOwnKeyIds(ctx, organization, requestId)
  if (!own.includes(params?.['keyId']?.toLowerCase() ?? '')) return
  throw bffError('CONFLICT', 'This is the key of the console itself. It cannot be rotated from here.')
}

const WITH_OWNER: ReadonlySet<Endpoint> = new Set([ORG_ENDPOINTS.issueApiKey, ORG_ENDPOINTS.rotateApiKey])

/**
 * A new key carries the name of the administrator who requested it, whatever the page sends. Sent again without it
 * where an older service refuses the field: it has changed nothing then.
 */
async function sendWithOwner<Answer>(
  call: UpstreamCall,
  { admin }: Session,
  send: (call: UpstreamCall) => Promise<Answer>,
): Promise<Answer> {
  if (!WITH_OWNER.has(call.endpoint) || typeof call.body !== 'object' || call.body === null) return send(call)
  try {
    return await send({ ...call, body: { ...call.body, createdBy: admin.name } })
  } catch (error) {
    const refusesOwner =
      error instanceof HttpError && error.errors?.some(({ path }) => path === 'createdBy') === true
    if (!refusesOwner) throw error
    return send(call)
  }
}

const namingSchema = z.object({ name: z.string() })

/** Only owners rename an organization; admins may change where its widget is framed. @throws FORBIDDEN_ROLE */
function requireOwnerOfName({ admin }: Session, body: unknown): void {
  if (admin.role === 'owner' || !namingSchema.safeParse(body).success) return
  throw bffError('FORBIDDEN_ROLE', admin.role, 'owner')
}

/** Copies the name that the service returned to the console's own list of organizations. */
async function noteName(ctx: BffContext, { id }: Organization, content: unknown): Promise<void> {
  const { data } = organizationSchema.safeParse(content)
  if (data === undefined) return
  await ctx.db
    .updateTable('bff_organization')
    .set({ name: data.name, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
}
