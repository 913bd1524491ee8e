import type { CallsService, RunsAudited } from '#bff/context-parts.ts'
import { recordCall, sendCall, type ForwardedOperation } from './forwarded-call.ts'
import { readReplacedValues } from './replaced-key-values.ts'

/** Changes an API key and records the replaced values. @throws CONFLICT for the scopes of the console's own key */
export const updateApiKey: ForwardedOperation<'updateApiKey', CallsService & RunsAudited> = async (asked) => {
  const before = await readReplacedValues(asked, { replacesSecret: false, fields: asked.body })
  return recordCall(asked, () => sendCall(asked), before)
}
