import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/baas/fields.ts'
import {
  heldTransactionListSchema,
  knownTokenListSchema,
  type HeldTransaction,
} from '#protocol/org/approver-api.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { store, stored } from '#web/ui/stored.ts'

/**
 * What waited when this device last had a line, to be looked at without one. The only answer of the service that is
 * kept on the device, one inbox of one person, without the numbers; it goes with the session.
 */
const lastSeenSchema = z.object({
  email: z.string(),
  seenAtDatetime: datetimeSchema,
  transactions: heldTransactionListSchema,
  tokens: knownTokenListSchema,
})
export type LastSeen = z.infer<typeof lastSeenSchema>

const KEY = 'latchkey-approvals-last-seen'

type Seen = { email: string; transactions: readonly HeldTransaction[]; tokens: readonly KnownToken[] }

export function keepLastSeen({ email, transactions, tokens }: Seen): void {
  const withoutNumbers = transactions.map((held) => ({ ...held, numbers: undefined }))
  const seen = { email, seenAtDatetime: new Date().toISOString(), transactions: withoutNumbers, tokens }
  store(KEY, JSON.stringify(seen))
}

export function readLastSeen(): LastSeen | undefined {
  try {
    return lastSeenSchema.parse(JSON.parse(stored(KEY) ?? ''))
  } catch {
    return undefined
  }
}

/** When the session has ended, or another person's has begun. */
export function forgetLastSeen(): void {
  store(KEY, null)
}
