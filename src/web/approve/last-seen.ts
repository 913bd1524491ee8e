import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/baas/fields.ts'
import {
  heldTransactionListSchema,
  knownTokenListSchema,
  type HeldTransaction,
} from '#protocol/org/approver-api.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'

/**
 * The pending transactions when this device was last online, to be read offline. The only answer of the service stored
 * on the device: one inbox of one person, without the numbers; deleted with the session.
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
  try {
    localStorage.setItem(KEY, JSON.stringify(seen))
  } catch {
    // A full or forbidden storage: the app works without it.
  }
}

export function readLastSeen(): LastSeen | undefined {
  try {
    return lastSeenSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? ''))
  } catch {
    return undefined
  }
}

/** When the session has ended, or another person's has begun. */
export function forgetLastSeen(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}
