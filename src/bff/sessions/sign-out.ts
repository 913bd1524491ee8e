import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { DescribesSessions, FindsSessions } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endSession, findSession } from './session.ts'
import { signedOut } from './signed-in-answer.ts'

/** Ends this browser's session, if there is one. */
export const signOut: ConsoleOperation<'signOut', DescribesSessions & FindsSessions> = async ({
  ctx,
  exchange,
  action,
}) => {
  const session = await findSession(ctx, exchange.req.raw)
  if (session !== undefined) {
    const by = auditActor(exchange, session)
    await recordAudit(ctx, ctx.db, { ...by, action, target: session.admin.id, details: {} })
  }
  await endSession(ctx, exchange.req.raw, 'signed-out')
  return signedOut(ctx)
}
