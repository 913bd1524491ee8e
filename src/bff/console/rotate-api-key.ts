import type { CallsService, RunsAudited } from '#bff/context-parts.ts'
import { recordCall, type ForwardedOperation } from './forwarded-call.ts'
import { readReplacedValues } from './replaced-key-values.ts'
import { sendWithOwner } from './send-with-owner.ts'

/** Rotates an API key with the administrator as its owner. @throws CONFLICT for the console's own key */
export const rotateApiKey: ForwardedOperation<'rotateApiKey', CallsService & RunsAudited> = async (asked) => {
  const before = await readReplacedValues(asked, { replacesSecret: true, fields: asked.body })
  return recordCall(asked, () => sendWithOwner(asked), before)
}
