import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { deletePeopleWithoutOrganization } from './people-without-organization.ts'
import { keepAnOwner, sessionsOfMember, withMember } from './with-member.ts'

/**
 * Removes a member. Their sessions, widget tokens and open pages in this organization end at once. A person
 * without another organization is deleted with their passkeys.
 *
 * @throws NOT_FOUND, MEMBER_ABOVE, LAST_OWNER
 */
export const removeMember: ConsoleOperation<'removeMember', WritesAudit & HasDatabase> = async (asked) => {
  const { ctx, session, by, action, params } = asked
  const { memberId } = params
  await withMember(asked, [], async (trx, before) => {
    await keepAnOwner(trx, asked, before.role)
    await endSessions(trx, sessionsOfMember(trx, asked), { reason: 'member-removed', by: session.admin.name })
    await trx
      .deleteFrom('bff_member')
      .where((row) => row.and({ organization_id: session.organization.id, admin_id: memberId }))
      .execute()
    await deletePeopleWithoutOrganization(trx, [memberId])
    const details = { name: before.name, role: before.role }
    await recordAudit(ctx, trx, { ...by, action, target: memberId, details })
  })
  return { success: true }
}
