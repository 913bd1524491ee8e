import type { CallsService, RunsAudited } from '#bff/context-parts.ts'
import { recordCall, type ForwardedOperation } from './forwarded-call.ts'
import { sendWithOwner } from './send-with-owner.ts'

/** Issues an API key with the administrator as its owner. */
export const issueApiKey: ForwardedOperation<'issueApiKey', CallsService & RunsAudited> = (asked) =>
  recordCall(asked, () => sendWithOwner(asked))
