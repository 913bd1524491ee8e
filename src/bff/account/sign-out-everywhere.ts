import { recordAudit } from '#bff/audit/record-audit.ts'
import type { DescribesSessions, HasCookies, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { selectSessions } from '#bff/sessions/session.ts'
import { signedOut } from '#bff/sessions/signed-in-answer.ts'

/** Ends all of the person's sessions, including this one. */
export const signOutEverywhere: ConsoleOperation<
  'signOutEverywhere',
  DescribesSessions & WritesAudit & HasCookies
> = async (asked) => {
  const { ctx, session, by, action } = asked
  const sessions = selectSessions(ctx.db).where('admin_id', '=', session.admin.id)
  await endSessions(ctx.db, sessions, { reason: 'signed-out-everywhere' })
  await recordAudit(ctx, ctx.db, { ...by, action, target: null, details: {} })
  return signedOut(ctx)
}
