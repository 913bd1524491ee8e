import type { DescribesSessions, HasCookies, HasLive, HasLog, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { moveSession } from '#bff/sessions/move-session.ts'
import { signedIn } from '#bff/sessions/signed-in-answer.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { addMember } from './add-member.ts'
import { spendInvitation } from './open-invitation.ts'
import { recordJoining } from './record-joining.ts'

/**
 * Adds a signed-in person to another organization and switches to it. @throws INVITATION_LINK_INVALID,
 * ALREADY_MEMBER
 */
export const acceptInvitation: ConsoleOperation<
  'acceptInvitation',
  DescribesSessions & WritesAudit & HasLive & HasLog & HasCookies
> = async (asked) => {
  const { ctx, exchange, session, action, body } = asked
  const { admin } = session
  const { id, joined } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await spendInvitation(ctx, trx, hashSecret(body.token))
    const { organization_id: organizationId, role } = invitation
    await addMember(trx, { organizationId, adminId: admin.id, role, now: ctx.clock.now() })
    const moved = await moveSession(trx, asked, organizationId)
    await recordJoining(ctx, trx, { exchange, action, invitation, person: admin })
    return { id: moved.id, joined: organizationId }
  })
  ctx.live.publishChange(joined)
  ctx.log.info({ event: 'member_joined', adminId: admin.id, requestId: exchange.var.requestId })
  return signedIn(ctx, id)
}
