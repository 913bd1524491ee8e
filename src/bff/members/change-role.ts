import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { listMembers } from './list-members.ts'
import { keepAnOwner, readMemberId, sessionsOfMember, withMember } from './with-member.ts'

/** Changes a member's role. @throws NOT_FOUND, MEMBER_ABOVE, LAST_OWNER */
export const changeRole: ConsoleOperation<'changeRole', WritesAudit & HasDatabase> = async (asked) => {
  const { ctx, session, by, action, params } = asked
  const { role } = asked.body
  await withMember(asked, [role], async (trx, before) => {
    if (before.role === role) return
    await keepAnOwner(trx, readMemberId(asked), before.role, role)
    await trx
      .updateTable('bff_member')
      .set({ role })
      .where((row) => row.and({ organization_id: session.organization.id, admin_id: params.memberId }))
      .execute()
    // Ends widget tokens, because they may exceed the new role.
    await trx
      .deleteFrom('bff_widget_session')
      .where('admin_session_hash', 'in', sessionsOfMember(trx, readMemberId(asked)))
      .execute()
    const details = { name: before.name, from: before.role, to: role }
    await recordAudit(ctx, trx, { ...by, action, target: params.memberId, details })
  })
  return listMembers(asked)
}
