import type { DescribesSessions, FindsSessions } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { findSession, readSessionEnd } from './session.ts'
import { sessionContent } from './signed-in-answer.ts'

/** Returns the signed-in person, or the reason why the session of this browser's cookie ended. */
export const getSession: ConsoleOperation<'getSession', DescribesSessions & FindsSessions> = async ({
  ctx,
  exchange,
}) => {
  const { raw } = exchange.req
  const session = await findSession(ctx, raw)
  const ended = session === undefined ? await readSessionEnd(ctx, raw) : undefined
  return { ...(await sessionContent(ctx, session)), ...(ended && { ended }) }
}
