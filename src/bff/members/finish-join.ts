import type {
  DescribesSessions,
  HasLive,
  HasLog,
  HasRelyingParty,
  RunsCeremonies,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { enrolPerson, finishEnrolment } from '#bff/sessions/enrolment.ts'
import { endSession } from '#bff/sessions/session.ts'
import { signedIn } from '#bff/sessions/signed-in-answer.ts'
import { spendInvitation } from './open-invitation.ts'
import { recordJoining } from './record-joining.ts'

/**
 * Creates the new person with a passkey, membership and session, in one transaction. @throws
 * INVITATION_LINK_INVALID
 */
export const finishJoin: ConsoleOperation<
  'finishJoin',
  DescribesSessions & RunsCeremonies & WritesAudit & HasLive & HasLog & HasRelyingParty
> = async ({ ctx, exchange, action, body }) => {
  const person = await finishEnrolment(ctx, exchange, { kind: 'join', ...body })
  const { id, adminId, organizationId } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await spendInvitation(ctx, trx, person.tokenHash)
    const { organization_id: organizationId, role } = invitation
    const enrolled = await enrolPerson(ctx, trx, person, { organizationId, role })
    const { name } = person
    await recordJoining(ctx, trx, { exchange, action, invitation, person: { id: enrolled.adminId, name } })
    return { ...enrolled, organizationId }
  })
  ctx.live.publishChange(organizationId)
  await endSession(ctx, exchange.req.raw, 'replaced')
  ctx.log.info({ event: 'member_joined', adminId, requestId: exchange.var.requestId })
  return signedIn(ctx, id)
}
