import type { CallsService, HasHostedChain, HasLive, RunsAudited } from '#bff/context-parts.ts'
import { rememberHeld } from '#bff/upstream/outcomes/note-outcome.ts'
import { recordCall, sendCall, type ForwardedOperation } from './forwarded-call.ts'

/** Executes a signed call. Stores it if it is held, because a hosted service may not report its outcome. */
export const executeTransaction: ForwardedOperation<
  'executeTransaction',
  CallsService & RunsAudited & HasLive & HasHostedChain
> = (asked) => {
  const { ctx, session, body: request } = asked
  return recordCall(asked, async () => {
    const answered = await sendCall(asked)
    await rememberHeld(ctx, session.organization, { request, result: answered.content })
    return answered
  })
}
