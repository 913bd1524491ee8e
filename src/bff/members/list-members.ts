import { sql } from 'kysely'
import type { Member } from '#protocol/org/members.ts'
import type { BffContext } from '#bff/context.ts'
import { lastSeenAt } from '#bff/sessions/session.ts'

/** The people of an organization, in the order of joining. */
export async function listMembers(ctx: BffContext, organizationId: string): Promise<Member[]> {
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
