import { findPerson } from '#bff/account/find-person.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { DescribesSessions, HasCookies, HasLog, WritesAudit } from '#bff/context-parts.ts'
import type { Exchange } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { WithCookies } from '#bff/http/with-cookies.ts'
import { findLastOrganizationId } from '#bff/organizations/memberships.ts'
import type { AuditDetails } from '#protocol/audit.ts'
import type { Session as SessionContent } from '#protocol/console/console-session.ts'
import { readDevice } from './device.ts'
import { createSession, endSession } from './session.ts'
import { signedIn } from './signed-in-answer.ts'

type Entering = {
  ctx: HasLog & HasCookies & WritesAudit & DescribesSessions
  exchange: Exchange
  adminId: string
  /** Action of the entry in the audit log. */
  action: string
  details: AuditDetails
}

/**
 * Creates a session for a person in the organization that they entered last. @throws SIGN_IN_FAILED if they have
 * none
 */
export async function enterSession(entering: Entering): Promise<WithCookies<SessionContent>> {
  const { ctx, exchange, adminId, action, details } = entering
  const organizationId = await findLastOrganizationId(ctx, adminId)
  if (organizationId === undefined) throw bffError('SIGN_IN_FAILED')
  await endSession(ctx, exchange.req.raw, 'replaced')
  const { id } = await createSession(ctx, ctx.db, { adminId, organizationId, device: readDevice(exchange) })
  const { name } = await findPerson(ctx.db, adminId)
  const by = auditActor(exchange, { admin: { id: adminId, name }, organization: { id: organizationId } })
  await recordAudit(ctx, ctx.db, { ...by, action, target: adminId, details })
  ctx.log.info({ event: 'administrator_signed_in', adminId, requestId: exchange.var.requestId })
  return signedIn(ctx, id)
}
