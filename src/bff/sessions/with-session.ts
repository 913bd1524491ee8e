import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { FindsSessions, HasDatabase, HasLog, WritesAudit } from '#bff/context-parts.ts'
import type { BffContext, Exchange, Route, Asked, Session } from '#bff/context.ts'
import { bffError, readInput } from '#bff/http/exchange.ts'
import type { AccessAction } from '#protocol/audit-actions.ts'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import { ORGANIZATION_HEADER } from '#protocol/console/request-headers.ts'
import { type Access, reaches } from '#protocol/roles.ts'
import type { ParsedBy } from '#server-kit/http/parse-input.ts'
import { answerOnce } from './answer-once.ts'
import { findSession } from './session.ts'
import { requireStepUp } from './step-up.ts'

/** An endpoint for members. Either the console handles it itself, or it forwards the request to the service. */
export type MemberRow = Access &
  Pick<ConsoleEndpoint, 'method' | 'path' | 'body' | 'query' | 'params' | 'changesAccount'>

/**
 * Route of an endpoint for signed-in people whose role allows it, after step-up if the endpoint requires it. A POST
 * with an `Idempotency-Key` is handled once, however often it is sent.
 *
 * @throws SESSION_REQUIRED, ORGANIZATION_CHANGED, FORBIDDEN_ROLE, STEP_UP_REQUIRED, in this order
 */
export function sessionRoute<Row extends MemberRow>(
  ctx: BffContext,
  row: Row,
  handle: (asked: Asked<Row, BffContext>) => Promise<Response>,
): Route
export function sessionRoute(
  ctx: BffContext,
  row: MemberRow,
  handle: (asked: Asked<ParsedBy, BffContext>) => Promise<Response>,
): Route {
  return {
    method: row.method,
    path: row.path,
    takes: row,
    handle: async (exchange) => {
      const session = await requireSession(ctx, exchange, row)
      return answerOnce(ctx, exchange, session, async () => {
        const given = await readInput(exchange.req, row)
        const by = auditActor(exchange, session)
        const response = await handle({ ...given, ctx, exchange, session, by })
        if (isSeenByOthers(row)) ctx.live.publishChange(session.organization.id, session.idHash)
        return response
      })
    },
  }
}

/**
 * Whether a request changes something that other members see. Read-only members can change only their own account.
 */
function isSeenByOthers({ method, role, changesAccount }: MemberRow): boolean {
  return method !== 'GET' && (changesAccount === true || role !== 'read-only')
}

async function requireSession(
  ctx: FindsSessions & HasLog,
  exchange: Exchange,
  access: Access,
): Promise<Session> {
  const session = await findSession(ctx, exchange.req.raw)
  if (session === undefined) throw bffError('SESSION_REQUIRED')
  const meant = exchange.req.header(ORGANIZATION_HEADER)
  if (meant !== undefined && meant !== session.organization.id) throw bffError('ORGANIZATION_CHANGED')
  await requireAccess(ctx, exchange, session, access)
  return session
}

async function requireAccess(
  ctx: WritesAudit & HasDatabase & HasLog,
  exchange: Exchange,
  session: Session,
  access: Access,
) {
  if (!reaches(session.admin.role, access.role)) {
    ctx.log.info({ event: 'role_refused', adminId: session.admin.id, role: session.admin.role })
    await recordRefusedRole(ctx, exchange, session)
    throw bffError('FORBIDDEN_ROLE', session.admin.role, access.role)
  }
  if (access.stepUp === true) await requireStepUp(ctx, exchange, session)
}

/** Records the refusal of a change. Refused reads are not recorded. */
async function recordRefusedRole(
  ctx: WritesAudit & HasDatabase,
  exchange: Exchange,
  session: Session,
): Promise<void> {
  const { method, path } = exchange.req
  if (method === 'GET' || method === 'HEAD') return
  await recordAudit(ctx, ctx.db, {
    ...auditActor(exchange, session),
    action: 'access.tried' satisfies AccessAction,
    target: `${method} ${path}`,
    details: { role: session.admin.role },
    result: 'refused',
  })
}
