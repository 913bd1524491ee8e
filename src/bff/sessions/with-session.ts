import { routePath } from 'hono/route'
import { accessOf, reaches } from '#protocol/console-access.ts'
import { ORGANIZATION_HEADER } from '#protocol/console-api.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'
import { answerOnce } from './answer-once.ts'
import { findSession, type Session } from './session.ts'
import { requireStepUp } from './step-up.ts'

export type SessionHandler = (exchange: Exchange, session: Session) => Promise<Response> | Response

/** Makes the route table's rows for signed-in people. */
export function sessionRoute(ctx: BffContext) {
  return (method: Route['method'], path: string, handle: SessionHandler): Route => ({
    method,
    path,
    handle: withSession(ctx, handle),
  })
}

/**
 * Wraps a handler for signed-in people whose role allows the route, after step-up where the route requires it. The
 * role and step-up of each route are in the one table (`console-access.ts`). A POST with an `Idempotency-Key` is
 * handled once, however often it is sent.
 *
 * @throws SESSION_REQUIRED, ORGANIZATION_CHANGED, FORBIDDEN_ROLE, STEP_UP_REQUIRED, in this order
 */
function withSession(ctx: BffContext, handle: SessionHandler): (exchange: Exchange) => Promise<Response> {
  return async (exchange) => {
    const session = await findSession(ctx, exchange.req.raw)
    if (session === undefined) throw bffError('SESSION_REQUIRED')
    const meant = exchange.req.header(ORGANIZATION_HEADER)
    if (meant !== undefined && meant !== session.organization.id) throw bffError('ORGANIZATION_CHANGED')
    await requireAccess(ctx, exchange, session)
    return answerOnce(ctx, exchange, session, () => handle(exchange, session))
  }
}

async function requireAccess(ctx: BffContext, exchange: Exchange, session: Session): Promise<void> {
  const { method } = exchange.req
  const access = accessOf(method === 'HEAD' ? 'GET' : method, routePath(exchange))
  if (!reaches(session.admin.role, access.role)) {
    ctx.log.info({ event: 'role_refused', adminId: session.admin.id, role: session.admin.role })
    await recordRefusedRole(ctx, exchange, session)
    throw bffError('FORBIDDEN_ROLE', session.admin.role, access.role)
  }
  if (access.stepUp === true) await requireStepUp(ctx, exchange, session)
}

/** Refused reads are not recorded; refused changes are. */
async function recordRefusedRole(ctx: BffContext, exchange: Exchange, session: Session): Promise<void> {
  const { method, path } = exchange.req
  if (method === 'GET' || method === 'HEAD') return
  await recordAudit(ctx, ctx.db, {
    ...auditActor(exchange, session),
    action: 'access.tried',
    target: `${method} ${path}`,
    details: { role: session.admin.role },
    result: 'refused',
  })
}
