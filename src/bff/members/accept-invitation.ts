import type { DescribesSessions, HasCookies, HasLive, HasLog, WritesAudit } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { moveSession } from '#bff/sessions/move-session.ts'
import { signedIn } from '#bff/sessions/signed-in-answer.ts'
import { SCIM_ACTOR } from '#protocol/scim.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { addMember } from './add-member.ts'
import { spendInvitation, type OpenInvitation } from './open-invitation.ts'
import { recordConnecting, recordJoining } from './record-joining.ts'
import { findMember } from './with-member.ts'

/**
 * Adds a signed-in person to another organization and switches to it. A member who accepts the invitation of an
 * identity provider keeps their role and is managed by it from now on.
 *
 * @throws INVITATION_LINK_INVALID, ALREADY_MEMBER
 */
export const acceptInvitation: ConsoleOperation<
  'acceptInvitation',
  DescribesSessions & WritesAudit & HasLive & HasLog & HasCookies
> = async (asked) => {
  const { ctx, exchange, session, body } = asked
  const { id, joined } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await spendInvitation(ctx, trx, hashSecret(body.token))
    const { organization_id: organizationId } = invitation
    const moved = await enter(asked, trx, invitation)
    return { id: moved.id, joined: organizationId }
  })
  ctx.live.publishChange(joined)
  ctx.log.info({ event: 'member_joined', adminId: session.admin.id, requestId: exchange.var.requestId })
  return signedIn(ctx, id)
}

async function enter(
  asked: AskedOf<'acceptInvitation', WritesAudit>,
  trx: BffTransaction,
  invitation: OpenInvitation,
): Promise<{ id: string }> {
  const { ctx, exchange, session, action } = asked
  const { admin } = session
  const { organization_id: organizationId, role, invited_by_id: inviterId } = invitation
  const isMember = (await findMember(trx, organizationId, admin.id)) !== undefined
  const connects = isMember && inviterId === SCIM_ACTOR.id
  if (!connects) await addMember(trx, { organizationId, adminId: admin.id, role, now: ctx.clock.now() })
  const moved = await moveSession(trx, asked, organizationId)
  const record = connects ? recordConnecting : recordJoining
  await record(ctx, trx, { exchange, action, invitation, person: admin })
  return moved
}
