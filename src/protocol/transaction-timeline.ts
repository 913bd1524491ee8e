import * as z from 'zod/mini'
import { deliverySchema } from './events.ts'
import { datetimeSchema, hashSchema, uintSchema, uuidSchema } from './fields.ts'
import { organizationTransactionSchema } from './organization-transactions.ts'
import { requesterSchema } from './requester.ts'
import { simulationOutcomeSchema } from './simulation.ts'

/**
 * The possible steps of a transaction. `submitted`: execute accepted it. `held`: until `expiresAtDatetime`.
 * `notified`: the person was notified; `reminded`: notified again. `seen`: the person opened it. `declined`,
 * `reported` and `approved` are the person's decisions. `withdrawn`: the organization cancelled it while it was held.
 * `sent`: sent to the chain. `executed-without-approval`: another sender submitted the signed call to the chain,
 * which does not check approvals. `executed-against-policy`: another sender submitted a call that a policy refuses.
 * `found-on-chain`, in place of `submitted`: the service had no record of it (ADR 0010).
 */
export const TIMELINE_STEPS = [
  'submitted',
  'found-on-chain',
  'held',
  'notified',
  'reminded',
  'seen',
  'approved',
  'declined',
  'reported',
  'expired',
  'withdrawn',
  'sent',
  'executed-without-approval',
  'executed-against-policy',
  'confirmed',
  'failed',
  'cancelled',
] as const
export type TimelineStepKind = (typeof TIMELINE_STEPS)[number]
export const timelineStepSchema = z.object({ kind: z.enum(TIMELINE_STEPS), atDatetime: datetimeSchema })
export type TimelineStep = z.infer<typeof timelineStepSchema>

/**
 * The delivery of a pending transaction's notification. `withheld`: the person had too much mail, or has muted the
 * wallet. `failed`: their mail server rejected it. `remindersLeft`: number of reminders to come.
 * `remindAfterSeconds`: time until the next reminder.
 */
export const notificationSchema = z.object({
  state: z.enum(['queued', 'sent', 'withheld', 'failed']),
  silencedUntilDatetime: z.optional(datetimeSchema),
  remindersLeft: z.number(),
  remindAfterSeconds: z.number(),
})
export type HeldNotification = z.infer<typeof notificationSchema>

/** The delivery of one of a transaction's events, and its webhook endpoint. */
export const transactionDeliverySchema = z.extend(deliverySchema, { webhookId: uuidSchema, url: z.string() })
export type TransactionDelivery = z.infer<typeof transactionDeliverySchema>

/**
 * A mined transaction's block and the relayer's cost in wei. `confirmations` counts the blocks from the transaction's
 * block to the newest block. Undefined if no node responds. Gas is undefined for transactions mined before gas was
 * stored. `bundledCalls` is the number of calls in the transaction, and the gas is this call's share. Undefined if
 * the transaction contains one call.
 */
export const onChainSchema = z.object({
  transactionHash: hashSchema,
  blockNumber: uintSchema,
  blockHash: hashSchema,
  gasUsed: z.optional(uintSchema),
  gasPriceWei: z.optional(uintSchema),
  gasCostWei: z.optional(uintSchema),
  bundledCalls: z.optional(z.number()),
  confirmations: z.optional(z.number()),
})
export type OnChain = z.infer<typeof onChainSchema>

/**
 * `notification` and `simulation` are set while the transaction is pending, and `onChain` once it is mined.
 * Deliveries are stored for 30 days.
 */
export const transactionTimelineSchema = z.object({
  transaction: organizationTransactionSchema,
  onChain: z.optional(onChainSchema),
  requester: z.optional(requesterSchema),
  steps: z.array(timelineStepSchema),
  notification: z.optional(notificationSchema),
  simulation: z.optional(simulationOutcomeSchema),
  deliveries: z.array(transactionDeliverySchema),
})
export type TransactionTimeline = z.infer<typeof transactionTimelineSchema>
