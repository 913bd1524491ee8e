import * as z from 'zod/mini'
import { anyTextSchema, datetimeSchema } from './fields.ts'
import { transactionSchema } from './transactions.ts'

/**
 * The source of a held transaction's state, for a console in front of a hosted service: the response of
 * execute, a webhook, or polling. Source: ADR 0003.
 */
export const OUTCOME_SOURCES = ['execute', 'webhook', 'poll'] as const
export type OutcomeSource = (typeof OUTCOME_SOURCES)[number]

/** A transaction as the service returns it, or from the console's own record, with `learntFrom`. */
export const shownTransactionSchema = z.extend(transactionSchema, {
  learntFrom: z.optional(z.enum(OUTCOME_SOURCES)),
  /**
   * Set if no source will report the transaction's outcome, so that waiting is useless. The transaction is approved
   * or submitted, or its time ran out without a decision.
   */
  outcomeUnreported: z.optional(z.literal(true)),
})

/**
 * A transaction from the console's own record, for a service without a path for it. Its `status` is the last
 * known one, which need not be the latest.
 */
export const recordedTransactionSchema = z.extend(shownTransactionSchema, {
  learntFrom: z.enum(OUTCOME_SOURCES),
})
export const recordedTransactionListSchema = z.array(recordedTransactionSchema)
export type RecordedTransaction = z.infer<typeof recordedTransactionSchema>

/**
 * `GET /api/upstream`: the hosted service behind a console and its sources of outcomes of held transactions.
 * Only for a hosted service. `polling` is null if not tried yet.
 */
export const hostedUpstreamSchema = z.object({
  host: z.string(),
  baseUrl: z.string(),
  apiKey: z.object({
    answer: z.enum(['accepted', 'refused', 'unreachable']),
    /** Whether the secret is sealed with the deployment's current secret. False until `rotate-secret` has run. */
    sealedWithPresentSecret: z.boolean(),
  }),
  /** The extensions that the service reports. Null if it has no `GET /config`. */
  features: z.nullable(z.array(z.string())),
  /** The source of the chain id and the factory's address. */
  chainKnownFrom: z.enum(['service', 'settings', 'nowhere']),
  webhook: z.object({
    url: z.string(),
    secretSetAtDatetime: z.nullable(datetimeSchema),
    heardAtDatetime: z.nullable(datetimeSchema),
    /** The newest refused delivery since this process started, and the reason. */
    refused: z.nullable(z.object({ atDatetime: datetimeSchema, reason: z.string() })),
  }),
  polling: z.object({
    works: z.nullable(z.boolean()),
    heardAtDatetime: z.nullable(datetimeSchema),
  }),
  /** Held transactions of this console that have neither ended nor run out of time. */
  open: z.number(),
})
export type HostedUpstream = z.infer<typeof hostedUpstreamSchema>

/** `PUT /api/upstream/webhook`: the signing secret that the service displayed when the webhook was registered. */
export const setUpstreamWebhookRequestSchema = z.strictObject({
  secret: anyTextSchema(200).check(
    z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must begin with whsec_, as the service showed it'),
  ),
})
