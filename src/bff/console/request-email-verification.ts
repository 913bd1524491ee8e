import type { CallsService, RunsAudited } from '#bff/context-parts.ts'
import { assumeVerification } from '#bff/upstream/assume-verification.ts'
import { recordCall, sendCall, type ForwardedOperation } from './forwarded-call.ts'

/**
 * Sends a verification code. A hosted service may return any content with a success, which then counts as the
 * expected response.
 */
export const requestEmailVerification: ForwardedOperation<
  'requestEmailVerification',
  CallsService & RunsAudited
> = (asked) => {
  const call = { ...asked.call, ifUnreadable: assumeVerification(asked.ctx) }
  return recordCall(asked, () => sendCall({ ...asked, call }))
}
