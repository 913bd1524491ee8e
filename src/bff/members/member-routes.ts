import { changeRoleRequestSchema, inviteRequestSchema, type Member } from '#protocol/members.ts'
import type { BffContext, Route, Asked } from '#bff/context.ts'
import { lastSeenAt } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { changeRole, endMemberSessions, ofMember, removeMember } from './change-members.ts'
import { invite, listInvitations, ofInvitation, revokeInvitation } from './invitations.ts'
import { startRecovery } from './recovery.ts'
import { sql } from 'kysely'

/** The people of an organization and the invitations to it. */
export function memberRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  const listed = ({ session }: Asked) => listMembers(ctx, session.organization.id)
  return [
    route('GET', '/api/members', {}, listed),
    route('PUT', '/api/members/:memberId', { ...ofMember, body: changeRoleRequestSchema }, async (asked) => {
      await changeRole(asked, asked.body.role)
      return listed(asked)
    }),
    route('DELETE', '/api/members/:memberId', ofMember, removeMember),
    route('DELETE', '/api/members/:memberId/sessions', ofMember, endMemberSessions),
    route('POST', '/api/members/:memberId/recovery', ofMember, startRecovery),
    route('GET', '/api/invitations', {}, async ({ session }) => ({
      invitations: await listInvitations(ctx, session.organization.id),
      canMail: ctx.mailer !== undefined,
    })),
    route('POST', '/api/invitations', { body: inviteRequestSchema }, invite),
    route('DELETE', '/api/invitations/:invitationId', ofInvitation, revokeInvitation),
  ]
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
    .select(passkeyCount)
    .where('member.organization_id', '=', organizationId)
    .groupBy(['admin.id', 'admin.name', 'member.role', 'member.created_at'])
    .orderBy('member.created_at')
    .orderBy('admin.id')
    .execute()
  return rows.map(({ created_at: joinedAt, idle_expires_at: idleExpiresAt, ...member }) => ({
    ...member,
    joinedAtDatetime: joinedAt.toISOString(),
    lastSeenAtDatetime: idleExpiresAt && lastSeenAt(idleExpiresAt).toISOString(),
  }))
}

type Administrator = { id: string; name: string; organizations: string[]; passkeys: number }

/** How many passkeys the person of the table `admin` has. */
export const passkeyCount =
  sql<number>`(select count(*)::int from bff_admin_passkey where admin_id = admin.id)`.as('passkeys')

/** Everybody who can sign in to the console, by name. */
export function listAdministrators({ db }: BffContext): Promise<Administrator[]> {
  return db
    .selectFrom('bff_admin as admin')
    .innerJoin('bff_member as member', 'member.admin_id', 'admin.id')
    .innerJoin('bff_organization as organization', 'organization.id', 'member.organization_id')
    .select(['admin.id', 'admin.name'])
    .select(sql<string[]>`array_agg(organization.name order by organization.name)`.as('organizations'))
    .select(passkeyCount)
    .groupBy(['admin.id', 'admin.name'])
    .orderBy('admin.name')
    .orderBy('admin.id')
    .execute()
}
