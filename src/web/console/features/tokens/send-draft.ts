import * as z from 'zod/mini'
import { type SendValues, sendValuesSchema } from './send-values.ts'

/** What an entry of the browser's history has of a send: the input, and whether it is being reviewed. */
const entrySchema = z.object({ draft: sendValuesSchema, isReview: z.optional(z.boolean()) })

/** The input that was left at this entry, without the consent, which is given each time. */
export function readDraft(state: unknown): SendValues | undefined {
  const { data } = entrySchema.safeParse(state)
  return data && { ...data.draft, isUnderstood: false }
}

export function isReview(state: unknown): boolean {
  return entrySchema.safeParse(state).data?.isReview === true
}

/**
 * Leaves the input at the present entry, for going back and for reloading. Bypasses the router, whose state it is: its
 * navigation would render the page again at each key.
 */
export function saveDraft(draft: SendValues): void {
  window.history.replaceState(Object.assign({}, window.history.state, { usr: { draft } }), '')
}
