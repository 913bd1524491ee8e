import { routePath } from 'hono/route'
import { accessOf, reaches } from '#protocol/console-access.ts'
import { ORGANIZATION_HEADER } from '#protocol/console-api.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route, Asked, Session } from '#bff/context.ts'
import { answer, bffError, readInput } from '#bff/http/exchange.ts'
import type { ParsedBy } from '#server-kit/http/parse-input.ts'
import { answerOnce } from './answer-once.ts'
import { findSession } from './session.ts'
import { requireStepUp } from './step-up.ts'

/**
 * Makes the route table's rows for signed-in people whose role allows the route, after step-up where the route requires
 * it: both are in the one table (`console-access.ts`). A POST with an `Idempotency-Key` is handled once, however often
 * it is sent. A handler returns the content of the response, or a whole response.
 *
 * @throws SESSION_REQUIRED, ORGANIZATION_CHANGED, FORBIDDEN_ROLE, STEP_UP_REQUIRED, in this order
 */
export function sessionRoute(ctx: BffContext) {
  function route<Row extends ParsedBy>(
    method: Route['method'],
    path: string,
    row: Row,
    handle: (asked: Asked<Row>) => unknown,
  ): Route
  function route(
    method: Route['method'],
    path: string,
    row: ParsedBy,
    handle: (asked: Asked) => unknown,
  ): Route {
    return {
      method,
      path,
      takes: row,
      handle: async (exchange) => {
        const session = await requireSession(ctx, exchange)
        return answerOnce(ctx, exchange, session, async () => {
          const given = await readInput(exchange.req, row)
          const by = auditActor(exchange, session)
          const content = await handle({ ...given, ctx, exchange, session, by })
          if (changesOrganization(exchange)) ctx.live.publishChange(session.organization.id, session.idHash)
          return content instanceof Response ? content : answer(content)
        })
      },
    }
  }
  return route
}

/** Read-only members can change only their own name and passkeys. */
function changesOrganization(exchange: Exchange): boolean {
  const { method, path } = exchange.req
  if (method === 'GET' || method === 'HEAD') return false
  return path.startsWith('/api/account/') || accessOf(method, routePath(exchange)).role !== 'read-only'
}

async function requireSession(ctx: BffContext, exchange: Exchange): Promise<Session> {
  const session = await findSession(ctx, exchange.req.raw)
  if (session === undefined) throw bffError('SESSION_REQUIRED')
  const meant = exchange.req.header(ORGANIZATION_HEADER)
  if (meant !== undefined && meant !== session.organization.id) throw bffError('ORGANIZATION_CHANGED')
  await requireAccess(ctx, exchange, session)
  return session
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
