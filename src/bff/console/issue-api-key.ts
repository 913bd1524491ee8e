import { recordCall, type ForwardedOperation } from './forwarded-call.ts'
import { sendWithOwner } from './send-with-owner.ts'

/** Issues an API key with the administrator as its owner. */
export const issueApiKey: ForwardedOperation<'issueApiKey'> = (asked) =>
  recordCall(asked, () => sendWithOwner(asked))
