import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import { changeRoleRequestSchema, inviteRequestSchema, type Member } from '#protocol/members.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody, readNoQuery } from '#bff/http/read-input.ts'
import { type Session, lastSeenAt } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { changeRole, endMemberSessions, removeMember } from './change-members.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import { sql } from 'kysely'

const memberParams = z.strictObject({ memberId: uuidSchema })
const invitationParams = z.strictObject({ invitationId: uuidSchema })

/** The people of an organization and the invitations to it. */
export function memberRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/members', async (exchange, { organization }) => {
      readNoQuery(exchange.req.raw)
      return answer(await listMembers(ctx, organization.id))
    }),
    route('PUT', '/api/members/:memberId', async (exchange, session) => {
      const { role } = await readBody(exchange.req.raw, changeRoleRequestSchema)
      await changeRole(ctx, { ...changeOf(exchange, session), role })
      return answer(await listMembers(ctx, session.organization.id))
    }),
    route('DELETE', '/api/members/:memberId', async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      await removeMember(ctx, changeOf(exchange, session))
      return answer({ success: true })
    }),
    route('DELETE', '/api/members/:memberId/sessions', async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      await endMemberSessions(ctx, changeOf(exchange, session))
      return answer({ success: true })
    }),
    route('GET', '/api/invitations', async (exchange, { organization }) => {
      readNoQuery(exchange.req.raw)
      const invitations = await listInvitations(ctx, organization.id)
      return answer({ invitations, canMail: ctx.mailer !== undefined })
    }),
    route('POST', '/api/invitations', async (exchange, session) => {
      const input = await readBody(exchange.req.raw, inviteRequestSchema)
      const acceptLanguage = exchange.req.header('accept-language')
      return answer(await invite(ctx, { session, input, by: auditActor(exchange, session), acceptLanguage }))
    }),
    route('DELETE', '/api/invitations/:invitationId', async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      const { invitationId } = parse(invitationParams, exchange.req.param())
      await revokeInvitation(ctx, { session, invitationId, by: auditActor(exchange, session) })
      return answer({ success: true })
    }),
  ]
}

function changeOf(exchange: Exchange, session: Session) {
  const { memberId } = parse(memberParams, exchange.req.param())
  return { session, memberId, by: auditActor(exchange, session) }
}

/** The people of an organization, in the order of joining. */
async function listMembers(ctx: BffContext, organizationId: string): Promise<Member[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('bff_member as member')
    .innerJoin('bff_admin as admin', 'admin.id', 'member.admin_id')
    .leftJoin('bff_session as session', (join) =>
      join
        .onRef('session.admin_id', '=', 'member.admin_id')
        .onRef('session.organization_id', '=', 'member.organization_id')
        .on('session.idle_expires_at', '>', now)
        .on('session.absolute_expires_at', '>', now),
    )
    .select(['admin.id', 'admin.name', 'member.role', 'member.created_at'])
    .select(sql<number>`count(session.id_hash)::int`.as('sessions'))
    .select((select) => select.fn.max('session.idle_expires_at').as('idle_expires_at'))
    .select((select) =>
      select
        .selectFrom('bff_admin_passkey as passkey')
        .whereRef('passkey.admin_id', '=', 'admin.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('passkeys'),
    )
    .where('member.organization_id', '=', organizationId)
    .groupBy(['admin.id', 'admin.name', 'member.role', 'member.created_at'])
    .orderBy('member.created_at')
    .orderBy('admin.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    joinedAtDatetime: row.created_at.toISOString(),
    lastSeenAtDatetime: row.idle_expires_at && lastSeenAt(row.idle_expires_at).toISOString(),
    sessions: row.sessions,
    passkeys: row.passkeys ?? 0,
  }))
}
