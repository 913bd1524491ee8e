import * as z from 'zod/mini'
import { datetimeSchema, hashSchema, uuidSchema } from '#protocol/baas/fields.ts'
import { EVENT_OF_STATE, type NotifiedState } from '#protocol/org/events.ts'
import { TRANSACTION_STATES } from '#protocol/org/transaction-states.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'

const REASON_LENGTH_MAX = 500

const messageSchema = z.object({
  type: z.optional(z.string()),
  event: z.optional(z.string()),
  timestamp: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
})
const dataSchema = z.object({
  transactionUuid: uuidSchema,
  transactionHash: z.optional(z.unknown()),
  reason: z.optional(z.unknown()),
})

export type WebhookMessage = {
  transactionUuid: string
  status: NotifiedState
  transactionHash: string | null
  reason: string | null
  occurredAt: Date | null
}

/**
 * A webhook's report of a transaction. The specification names two events and shows no payload, so only the event's
 * name (`type`, or `event`) and the `transactionUuid`, in `data` or next to it, are required.
 * Undefined for everything else: other events, tests, and unreadable bodies.
 */
export function readWebhookMessage(body: string): WebhookMessage | undefined {
  const json = tryJson(body)
  const message = messageSchema.safeParse(json).data
  const status = stateOf(message?.type ?? message?.event)
  const data = dataSchema.safeParse(message?.data ?? json).data
  if (status === undefined || data === undefined) return undefined
  const hash = hashSchema.safeParse(
    typeof data.transactionHash === 'string' ? data.transactionHash.toLowerCase() : null,
  )
  const occurred = datetimeSchema.safeParse(message?.timestamp)
  return {
    transactionUuid: data.transactionUuid.toLowerCase(),
    status,
    transactionHash: hash.data ?? null,
    reason: typeof data.reason === 'string' ? plain(data.reason) : null,
    occurredAt: occurred.data === undefined ? null : new Date(occurred.data),
  }
}

function stateOf(type: string | undefined): NotifiedState | undefined {
  return TRANSACTION_STATES.filter((state) => state !== 'PENDING_USER_APPROVAL').find(
    (state) => EVENT_OF_STATE[state] === type,
  )
}

/** Foreign text for people: no control characters, and a limited length. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, REASON_LENGTH_MAX)
}
