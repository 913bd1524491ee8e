import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { selectSessions } from '#bff/sessions/session.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { listOwnSessions } from './list-own-sessions.ts'

/** Ends one of the person's sessions. @throws NOT_FOUND */
export const endOwnSession: ConsoleOperation<'endOwnSession', HasClock & HasDatabase> = async (asked) => {
  const { ctx, session, params } = asked
  const found = selectSessions(ctx.db).where((row) =>
    row.and({ id: params.sessionId, admin_id: session.admin.id }),
  )
  const count = await endSessions(ctx.db, found, { reason: 'ended-from-another-session' })
  if (count === 0) throw notFound()
  return listOwnSessions(asked)
}
