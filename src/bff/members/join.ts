import {
  joinOptionsRequestSchema,
  joinRequestSchema,
  joinVerifyRequestSchema,
  type JoinInvitation,
} from '#protocol/members.ts'
import type { BffContext, Exchange, Route, Asked, BffDatabase, BffTransaction } from '#bff/context.ts'
import { answer, bffError, openRoute, type Opened } from '#bff/http/exchange.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { addMember, beginEnrolment, enrolPerson, finishEnrolment } from '#bff/sessions/registration.ts'
import { endSession } from '#bff/sessions/session.ts'
import { signedInAnswer } from '#bff/sessions/signed-in-answer.ts'
import { moveTo } from '#bff/sessions/sign-in.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import type { Selectable } from 'kysely'
import { mayGovern, reaches } from '#protocol/console-access.ts'
import { setAlertMails } from '#bff/alerts/alerts.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { BffTables } from '#bff/db/tables.ts'

/** `POST /api/join/invitation`: its details. Reading does not spend it. @throws INVITATION_LINK_INVALID */
async function readInvitation({ ctx, body }: Opened<{ body: typeof joinRequestSchema }>) {
  const row = await openInvitation(ctx, ctx.db, hashSecret(body.token))
  const { organization_name: organization, role, invited_by: invitedBy, expires_at: expiresAt } = row
  const content: JoinInvitation = {
    organization,
    role,
    invitedBy,
    expiresAtDatetime: expiresAt.toISOString(),
  }
  return answer(content)
}

/** `POST /api/join/options`: creation options for the new person's passkey. */
async function joinOptions({ ctx, body }: Opened<{ body: typeof joinOptionsRequestSchema }>) {
  const { token, name } = body
  await openInvitation(ctx, ctx.db, hashSecret(token))
  return beginEnrolment(ctx, { kind: 'join', token, name: name.trim() })
}

/** `POST /api/join/verify`: the new person, their passkey, membership and session, or nothing at all. */
async function joinVerify({ ctx, exchange, body }: Opened<{ body: typeof joinVerifyRequestSchema }>) {
  const person = await finishEnrolment(ctx, exchange, { kind: 'join', ...body })
  const { id, adminId, organizationId } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await spendInvitation(ctx, trx, person.tokenHash)
    const { organization_id: organizationId, role } = invitation
    const enrolled = await enrolPerson(ctx, trx, person, { organizationId, role })
    const { name } = person
    await recordJoining(ctx, trx, { exchange, invitation, person: { id: enrolled.adminId, name } })
    return { ...enrolled, organizationId }
  })
  ctx.live.publishChange(organizationId)
  await endSession(ctx, exchange.req.raw, 'replaced')
  ctx.log.info({ event: 'member_joined', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

/** `POST /api/join/accept`: a signed-in person joins one more organization, and switches to it. */
async function joinAccept(asked: Asked<{ body: typeof joinRequestSchema }>): Promise<Response> {
  const { ctx, exchange, session, body } = asked
  const { admin } = session
  const { id, joined } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await spendInvitation(ctx, trx, hashSecret(body.token))
    const { organization_id: organizationId, role } = invitation
    await addMember(trx, { organizationId, adminId: admin.id, role, now: ctx.clock.now() })
    const moved = await moveTo(trx, asked, organizationId)
    await recordJoining(ctx, trx, { exchange, invitation, person: admin })
    return { id: moved.id, joined: organizationId }
  })
  ctx.live.publishChange(joined)
  ctx.log.info({ event: 'member_joined', adminId: admin.id, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

export function joinRoutes(ctx: BffContext): Route[] {
  const open = openRoute(ctx)
  return [
    open('/api/join/invitation', { body: joinRequestSchema }, 'join', readInvitation),
    open('/api/join/options', { body: joinOptionsRequestSchema }, 'join', joinOptions),
    open('/api/join/verify', { body: joinVerifyRequestSchema }, 'join', joinVerify),
    sessionRoute(ctx)('POST', '/api/join/accept', { body: joinRequestSchema }, joinAccept),
  ]
}

type OpenInvitation = Selectable<BffTables['bff_invitation']> & { organization_name: string }

/** Spends it in the member's transaction: of two at once only one succeeds. @throws INVITATION_LINK_INVALID */
async function spendInvitation(ctx: BffContext, trx: BffTransaction, tokenHash: string) {
  const invitation = await openInvitation(ctx, trx, tokenHash)
  await trx
    .updateTable('bff_invitation')
    .set({ used_at: ctx.clock.now() })
    .where((row) => row.and({ id: invitation.id, used_at: null, revoked_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow(() => bffError('INVITATION_LINK_INVALID'))
  return invitation
}

/**
 * A usable invitation. Unknown, used, revoked and expired ones look alike. Only while the inviter may still give the
 * role: their own may have been revoked since. @throws INVITATION_LINK_INVALID
 */
async function openInvitation(ctx: BffContext, db: BffDatabase, tokenHash: string): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('bff_invitation as invitation')
    .innerJoin('bff_organization as organization', 'organization.id', 'invitation.organization_id')
    .innerJoin('bff_member as inviter', (join) =>
      join
        .onRef('inviter.organization_id', '=', 'invitation.organization_id')
        .onRef('inviter.admin_id', '=', 'invitation.invited_by_id'),
    )
    .selectAll('invitation')
    .select(['organization.name as organization_name', 'inviter.role as inviter_role'])
    .where((row) => row.and({ 'invitation.token_hash': tokenHash, 'invitation.used_at': null }))
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  if (row === undefined || !mayGovern(row.inviter_role, row.role)) throw bffError('INVITATION_LINK_INVALID')
  return row
}

async function recordJoining(
  ctx: BffContext,
  trx: BffTransaction,
  joining: { exchange: Exchange; invitation: OpenInvitation; person: { id: string; name: string } },
): Promise<void> {
  const { exchange, invitation, person } = joining
  const { organization_id: id, email, role, invited_by: invitedBy } = invitation
  // Alerts about everyone go to administrators, until they choose otherwise.
  if (email !== null && reaches(role, 'admin'))
    await setAlertMails(trx, exchange, { organizationId: id, adminId: person.id, email, muted: [] })
  const by = auditActor(exchange, { admin: person, organization: { id } })
  const details = { role, invitedBy }
  await recordAudit(ctx, trx, { ...by, action: 'member.joined', target: person.id, details })
}
