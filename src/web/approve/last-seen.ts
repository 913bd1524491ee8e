import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/fields.ts'
import {
  heldTransactionListSchema,
  knownTokenListSchema,
  type HeldTransaction,
} from '#protocol/approver-api.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { storedText } from '#web/ui/stored.ts'

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

const stored = storedText('latchkey-approvals-last-seen')

type Seen = { email: string; transactions: readonly HeldTransaction[]; tokens: readonly KnownToken[] }

export function keepLastSeen({ email, transactions, tokens }: Seen): void {
  const withoutNumbers = transactions.map((held) => ({ ...held, numbers: undefined }))
  const seen = { email, seenAtDatetime: new Date().toISOString(), transactions: withoutNumbers, tokens }
  stored.write(JSON.stringify(seen))
}

export function readLastSeen(): LastSeen | undefined {
  try {
    return lastSeenSchema.parse(JSON.parse(stored.read() ?? ''))
  } catch {
    return undefined
  }
}

/** When the session has ended, or another person's has begun. */
export function forgetLastSeen(): void {
  stored.write(null)
}
