import {
  joinOptionsRequestSchema,
  joinRequestSchema,
  joinVerifyRequestSchema,
  type JoinInvitation,
} from '#protocol/members.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { readBody } from '#bff/http/read-input.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { beginCeremony, takeCeremony } from '#bff/sessions/ceremony.ts'
import { deviceOf } from '#bff/sessions/device.ts'
import { registrationOptions, verifyRegistration, enrolPerson } from '#bff/sessions/registration.ts'
import { createSession, endSession, type Session } from '#bff/sessions/session.ts'
import { newUserHandle } from '#bff/sessions/setup.ts'
import { signedInAnswer } from '#bff/sessions/signed-in-answer.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import type { Selectable } from 'kysely'
import { mayGovern } from '#protocol/console-access.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { BffDatabase, BffTransaction, BffTables } from '#bff/db/tables.ts'

/** `POST /api/join/invitation`: its details. Reading does not spend it. @throws INVITATION_LINK_INVALID */
async function readInvitation(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.join.take(exchange.env.clientAddress)
  const { token } = await readBody(exchange.req.raw, joinRequestSchema)
  const { organization_name: organization, ...row } = await openInvitation(ctx, ctx.db, hashSecret(token))
  return answer({
    organization,
    role: row.role,
    invitedBy: row.invited_by,
    expiresAtDatetime: row.expires_at.toISOString(),
  } satisfies JoinInvitation)
}

/** `POST /api/join/options`: creation options for the new person's passkey. */
async function joinOptions(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.join.take(exchange.env.clientAddress)
  const { token, name } = await readBody(exchange.req.raw, joinOptionsRequestSchema)
  await openInvitation(ctx, ctx.db, hashSecret(token))
  const userHandle = newUserHandle()
  const options = await registrationOptions(ctx, { name: name.trim(), userHandle })
  const { cookie } = await beginCeremony(ctx, {
    kind: 'join',
    challenge: options.challenge,
    setup_token_hash: hashSecret(token),
    admin_name: name.trim(),
    user_handle: userHandle,
  })
  return answer({ options }, 200, { 'set-cookie': cookie })
}

/** `POST /api/join/verify`: the new person, their passkey, membership and session, or nothing at all. */
async function joinVerify(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.join.take(exchange.env.clientAddress)
  const { token, response } = await readBody(exchange.req.raw, joinVerifyRequestSchema)
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'join')
  const { setup_token_hash: tokenHash, admin_name: name, user_handle: userHandle } = ceremony
  if (tokenHash !== hashSecret(token)) throw bffError('INVITATION_LINK_INVALID')
  if (name === null || userHandle === null) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, { challenge: ceremony.challenge, given: response })
  const device = deviceOf(exchange)
  const now = ctx.clock.now()
  const { id, adminId } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await spendInvitation(ctx, trx, tokenHash)
    const { organization_id: organizationId, role } = invitation
    const person = { name, userHandle, passkey, organizationId, role, device, now }
    const enrolled = await enrolPerson(trx, person)
    const session = await createSession(ctx, trx, { adminId: enrolled.adminId, organizationId, device })
    await recordJoining(ctx, trx, { exchange, invitation, person: { id: enrolled.adminId, name } })
    return { ...session, ...enrolled }
  })
  await endSession(ctx, exchange.req.raw)
  ctx.log.info({ event: 'member_joined', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

/** `POST /api/join/accept`: a signed-in person joins one more organization, and switches to it. */
async function joinAccept(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const { token } = await readBody(exchange.req.raw, joinRequestSchema)
  const { admin } = session
  const now = ctx.clock.now()
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await spendInvitation(ctx, trx, hashSecret(token))
    const { organization_id: organizationId, role } = invitation
    const joined = await trx
      .insertInto('bff_member')
      .values({ organization_id: organizationId, admin_id: admin.id, role, created_at: now, entered_at: now })
      .onConflict((conflict) => conflict.columns(['organization_id', 'admin_id']).doNothing())
      .returning('admin_id')
      .executeTakeFirst()
    if (joined === undefined) throw bffError('ALREADY_MEMBER')
    await trx.deleteFrom('bff_session').where('id_hash', '=', session.idHash).execute()
    const device = deviceOf(exchange)
    const moved = await createSession(ctx, trx, { adminId: admin.id, organizationId, device, since: session })
    await recordJoining(ctx, trx, { exchange, invitation, person: admin })
    return moved
  })
  ctx.log.info({ event: 'member_joined', adminId: admin.id, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

/** The routes behind an invitation's link. */
export function joinRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    { method: 'POST', path: '/api/join/invitation', handle: (exchange) => readInvitation(ctx, exchange) },
    { method: 'POST', path: '/api/join/options', handle: (exchange) => joinOptions(ctx, exchange) },
    { method: 'POST', path: '/api/join/verify', handle: (exchange) => joinVerify(ctx, exchange) },
    route('POST', '/api/join/accept', (exchange, session) => joinAccept(ctx, exchange, session)),
  ]
}

type OpenInvitation = Selectable<BffTables['bff_invitation']> & { organization_name: string }

/** Spends it in the member's transaction: of two at once only one succeeds. @throws INVITATION_LINK_INVALID */
async function spendInvitation(
  ctx: BffContext,
  trx: BffTransaction,
  tokenHash: string,
): Promise<OpenInvitation> {
  const invitation = await openInvitation(ctx, trx, tokenHash)
  const spent = await trx
    .updateTable('bff_invitation')
    .set({ used_at: ctx.clock.now() })
    .where('id', '=', invitation.id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (spent === undefined) throw bffError('INVITATION_LINK_INVALID')
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
    .where('invitation.token_hash', '=', tokenHash)
    .where('invitation.used_at', 'is', null)
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
  await recordAudit(ctx, trx, {
    ...auditActor(exchange, { admin: person, organization: { id: invitation.organization_id } }),
    action: 'member.joined',
    target: person.id,
    details: { role: invitation.role, invitedBy: invitation.invited_by },
  })
}
