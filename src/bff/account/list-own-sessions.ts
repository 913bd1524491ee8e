import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import { describeBrowser } from '#bff/sessions/describe-browser.ts'
import { lastSeenAt } from '#bff/sessions/session.ts'
import type { OwnSession } from '#protocol/members.ts'

/** Lists the person's active sessions in every organization, most recently used first. */
export async function listOwnSessions({
  ctx,
  session,
}: Asking<HasClock & HasDatabase>): Promise<OwnSession[]> {
  const { admin, idHash } = session
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('bff_session as session')
    .innerJoin('bff_organization as organization', 'organization.id', 'session.organization_id')
    .selectAll('session')
    .select('organization.name as organization')
    .where('session.admin_id', '=', admin.id)
    .where('session.idle_expires_at', '>', now)
    .where('session.absolute_expires_at', '>', now)
    .orderBy('session.idle_expires_at', 'desc')
    .orderBy('session.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id_hash === idHash,
    organization: row.organization,
    ...describeBrowser(row.user_agent),
    ipAddress: row.ip_address,
    createdAtDatetime: row.created_at.toISOString(),
    lastSeenAtDatetime: lastSeenAt(row.idle_expires_at).toISOString(),
  }))
}
