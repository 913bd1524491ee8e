import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { readMemberId, sessionsOfMember, withMember } from './with-member.ts'

/** Ends every session that a member has in this organization. @throws NOT_FOUND, MEMBER_ABOVE */
export const endMemberSessions: ConsoleOperation<'endMemberSessions', WritesAudit & HasDatabase> = async (
  asked,
) => {
  const { ctx, by, action, params } = asked
  const { admin } = asked.session
  await withMember(asked, [], async (trx, { name }) => {
    const isOwn = params.memberId === admin.id
    await endSessions(
      trx,
      sessionsOfMember(trx, readMemberId(asked)),
      isOwn ? { reason: 'ended-from-another-session' } : { reason: 'ended-by-member', by: admin.name },
    )
    await recordAudit(ctx, trx, { ...by, action, target: params.memberId, details: { name } })
  })
  return { success: true }
}
