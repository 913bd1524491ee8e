import type { OwnSession } from '#protocol/org/members.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'
import { describeBrowser } from '#bff/sessions/device.ts'
import { lastSeenAt, type Session } from '#bff/sessions/session.ts'

/** A person's active sessions in every organization, the one used last first. */
export async function listOwnSessions(ctx: BffContext, { admin, idHash }: Session): Promise<OwnSession[]> {
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

/** Ends one of the person's sessions. @throws NOT_FOUND */
export async function endOwnSession(ctx: BffContext, { admin }: Session, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .deleteFrom('bff_session')
    .where('id', '=', sessionId)
    .where('admin_id', '=', admin.id)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) throw bffError('NOT_FOUND')
}

/** Ends every session of a person, the current one too. */
export async function endAllOwnSessions(ctx: BffContext, { admin }: Session): Promise<void> {
  await ctx.db.deleteFrom('bff_session').where('admin_id', '=', admin.id).execute()
}
