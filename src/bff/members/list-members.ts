import { sql } from 'kysely'
import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import { lastSeenAt } from '#bff/sessions/session.ts'
import type { Member } from '#protocol/members.ts'
import { reaches } from '#protocol/roles.ts'
import { passkeyCount } from './list-administrators.ts'

/** Lists the people of an organization, in the order of joining. */
export async function listMembers({ ctx, session }: Asking<HasClock & HasDatabase>): Promise<Member[]> {
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
    .select(['admin.id', 'admin.name', 'member.role', 'member.created_at', 'member.alert_email'])
    .select(sql<number>`count(session.id_hash)::int`.as('sessions'))
    .select((select) => select.fn.max('session.idle_expires_at').as('idle_expires_at'))
    .select(passkeyCount)
    .where('member.organization_id', '=', session.organization.id)
    .groupBy(['admin.id', 'admin.name', 'member.role', 'member.created_at', 'member.alert_email'])
    .orderBy('member.created_at')
    .orderBy('admin.id')
    .execute()
  const mayReadEmails = reaches(session.admin.role, 'admin')
  return rows.map(
    ({ created_at: joinedAt, idle_expires_at: idleExpiresAt, alert_email: email, ...member }) => ({
      ...member,
      ...(mayReadEmails && email !== null && email !== '' && { email }),
      joinedAtDatetime: joinedAt.toISOString(),
      lastSeenAtDatetime: idleExpiresAt && lastSeenAt(idleExpiresAt).toISOString(),
    }),
  )
}
