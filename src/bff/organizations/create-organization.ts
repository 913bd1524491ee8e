import { recordAudit } from '#bff/audit/record-audit.ts'
import type { DescribesSessions, HasCookies, HasLimits, HasLog, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { addMember } from '#bff/members/add-member.ts'
import { moveSession } from '#bff/sessions/move-session.ts'
import { signedIn } from '#bff/sessions/signed-in-answer.ts'
import { storeOrganization } from './organization.ts'

/**
 * Creates an organization with the person as its owner, and switches to it. @throws NOT_FOUND if the deployment
 * does not allow it
 */
export const createOrganization: ConsoleOperation<
  'createOrganization',
  DescribesSessions & WritesAudit & HasLimits & HasLog & HasCookies
> = async (asked) => {
  const { ctx, session, by, action, body } = asked
  if (ctx.createOrganization === undefined) throw bffError('NOT_FOUND')
  ctx.limits.invite.take(session.admin.id)
  const { id: adminId } = session.admin
  const organization = await ctx.createOrganization(body.name.trim())
  const { id: organizationId, name } = organization
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    await storeOrganization(ctx, trx, organization)
    await addMember(trx, { organizationId, adminId, role: 'owner', now: ctx.clock.now() })
    const moved = await moveSession(trx, asked, organizationId)
    const entry = { action, target: organizationId, details: { name } }
    await recordAudit(ctx, trx, { ...by, organizationId, ...entry })
    return moved
  })
  ctx.log.info({ event: 'organization_created', adminId, organizationId })
  return signedIn(ctx, id)
}
