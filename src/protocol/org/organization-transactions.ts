import * as z from 'zod/mini'
import { addressSchema, datetimeSchema, hashSchema, uintSchema, uuidSchema } from '#protocol/baas/fields.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { heldTokenSchema } from './holdings.ts'
import { simulationSchema } from './simulation.ts'
import { TRANSACTION_KINDS } from '#protocol/token-functions.ts'
import { TRANSACTION_STATES } from './transaction-states.ts'
import { approvalSchema, digestQuerySchema, transactionSchema } from './transactions.ts'
import { deliverySchema } from './deliveries.ts'

/*
 * Transactions as the organization's own people look at them: whose they are, how they came to where they are, and
 * who was notified. Never the number that the end-user has to pick (ADR 0019).
 */

/**
 * A transaction with its wallet's name and the person it belongs to; the three are empty for a wallet that is not
 * there any more. `email` is the verified address of the wallet's creation. `secondsLeft` is by the service's clock,
 * for what waits. `held`: of tokens in the call whose number may be an amount or an item, the standard of what the wallet
 * holds.
 */
export const organizationTransactionSchema = z.extend(z.omit(transactionSchema, { approval: true }), {
  approval: z.optional(z.omit(approvalSchema, { number: true })),
  walletLabel: z.string(),
  externalUserId: z.string(),
  externalUserLabel: z.string(),
  email: z.optional(z.string()),
  secondsLeft: z.optional(z.number()),
  held: z.optional(z.array(heldTokenSchema)),
})
export type OrganizationTransaction = z.infer<typeof organizationTransactionSchema>
export const organizationTransactionListSchema = z.array(organizationTransactionSchema)

/**
 * Newest first. `user` finds text in the wallet's name, its end-user's id, name and email, or the beginning of its
 * address. `kind` is by the first bytes of the call; `token` the contract that is called, or the zero address for the
 * chain's own coin. `sinceDatetime` (with it) and `untilDatetime` (without it) are about when execute accepted them.
 */
export const listOrganizationTransactionsQuerySchema = z.strictObject({
  wallet: z.optional(addressSchema),
  digest: z.optional(digestQuerySchema),
  status: z.optional(z.enum(TRANSACTION_STATES, `must be one of ${TRANSACTION_STATES.join(', ')}`)),
  kind: z.optional(z.enum(TRANSACTION_KINDS, `must be one of ${TRANSACTION_KINDS.join(', ')}`)),
  token: z.optional(addressSchema),
  user: z.optional(z.string().check(z.maxLength(EXTERNAL_USER_ID_LENGTH_MAX))),
  sinceDatetime: z.optional(datetimeSchema),
  untilDatetime: z.optional(datetimeSchema),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^[0-9]{1,4}$/, 'must be a whole number'))),
})

/**
 * What can happen to a transaction. `submitted`: execute accepted it. `held` until `expiresAtDatetime`. `notified`:
 * the person was told; `reminded`: told again. `seen`: they opened it. `declined` and `reported` are theirs as
 * `approved` is. `sent`: handed to the chain. `executed-without-approval`: somebody else brought the signed call to the
 * chain, which knows no approvals (ADR 0010).
 */
export const TIMELINE_STEPS = [
  'submitted',
  'held',
  'notified',
  'reminded',
  'seen',
  'approved',
  'declined',
  'reported',
  'expired',
  'sent',
  'executed-without-approval',
  'confirmed',
  'failed',
  'cancelled',
] as const
export type TimelineStepKind = (typeof TIMELINE_STEPS)[number]
export const timelineStepSchema = z.object({ kind: z.enum(TIMELINE_STEPS), atDatetime: datetimeSchema })
export type TimelineStep = z.infer<typeof timelineStepSchema>

/**
 * How far the news of what waits came. `withheld`: the person had too much mail, or has silenced the wallet;
 * `failed`: their mail server took none. `remindersLeft` and, until the next one, `remindAfterSeconds`.
 */
export const notificationSchema = z.object({
  state: z.enum(['queued', 'sent', 'withheld', 'failed']),
  silencedUntilDatetime: z.optional(datetimeSchema),
  remindersLeft: z.number(),
  remindAfterSeconds: z.number(),
})
export type HeldNotification = z.infer<typeof notificationSchema>

/** The delivery of one of a transaction's events, and the webhook endpoint it goes to. */
export const transactionDeliverySchema = z.extend(deliverySchema, { webhookId: uuidSchema, url: z.string() })
export type TransactionDelivery = z.infer<typeof transactionDeliverySchema>

/**
 * Where a mined transaction stands and what the relayer paid for it, in wei. `confirmations` is the number of blocks
 * from its own to the newest; absent while no node answers. Gas is absent for what was mined before it was kept.
 */
export const onChainSchema = z.object({
  transactionHash: hashSchema,
  blockNumber: uintSchema,
  blockHash: hashSchema,
  gasUsed: z.optional(uintSchema),
  gasPriceWei: z.optional(uintSchema),
  gasCostWei: z.optional(uintSchema),
  confirmations: z.optional(z.number()),
})
export type OnChain = z.infer<typeof onChainSchema>

/**
 * `notification` while it waits for its person, with the `simulation` where the chain could be asked; `onChain` once it is
 * mined. Deliveries are kept for 30 days.
 */
export const transactionTimelineSchema = z.object({
  transaction: organizationTransactionSchema,
  onChain: z.optional(onChainSchema),
  steps: z.array(timelineStepSchema),
  notification: z.optional(notificationSchema),
  simulation: z.optional(simulationSchema),
  deliveries: z.array(transactionDeliverySchema),
})
export type TransactionTimeline = z.infer<typeof transactionTimelineSchema>
