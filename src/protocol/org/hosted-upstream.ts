import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/baas/fields.ts'
import { transactionSchema } from './transactions.ts'

/**
 * By what the state of a held transaction became known to a console in front of a hosted service: the answer of
 * execute, a webhook, asking again, or only the console's own clock. Source: ADR 0021.
 */
export const OUTCOME_SOURCES = ['execute', 'webhook', 'poll', 'clock'] as const
export type OutcomeSource = (typeof OUTCOME_SOURCES)[number]

/**
 * A transaction from the console's own record, where the service has no path to ask for it. Its `status` is the last
 * that became known, which need not be the last that happened.
 */
export const recordedTransactionSchema = z.extend(transactionSchema, {
  learntFrom: z.enum(OUTCOME_SOURCES),
  /** It was approved, and nothing tells here what becomes of it: there is nothing to wait for. */
  untold: z.optional(z.literal(true)),
})
export const recordedTransactionListSchema = z.array(recordedTransactionSchema)
export type RecordedTransaction = z.infer<typeof recordedTransactionSchema>

/**
 * `GET /api/upstream`: the hosted service behind a console and how the outcomes of held transactions come from it.
 * There only where the service is hosted. `polling: null` means that nobody could ask yet.
 */
export const hostedUpstreamSchema = z.object({
  host: z.string(),
  baseUrl: z.string(),
  apiKey: z.object({
    answer: z.enum(['accepted', 'refused', 'unreachable']),
    /** Sealed with the deployment's present secret; false until `rotate-secret` has run. */
    sealedWithPresentSecret: z.boolean(),
  }),
  /** The extensions that the service says it has; null when it has no `GET /config`. */
  features: z.nullable(z.array(z.string())),
  /** Where the chain and the factory are known from. */
  chainKnownFrom: z.enum(['service', 'settings', 'nowhere']),
  webhook: z.object({
    url: z.string(),
    secretSetAtDatetime: z.nullable(datetimeSchema),
    heardAtDatetime: z.nullable(datetimeSchema),
    /** The newest delivery that was refused since this process started, and why. */
    refused: z.nullable(z.object({ atDatetime: datetimeSchema, reason: z.string() })),
  }),
  polling: z.object({
    works: z.nullable(z.boolean()),
    heardAtDatetime: z.nullable(datetimeSchema),
  }),
  ownClock: z.object({ usedAtDatetime: z.nullable(datetimeSchema) }),
  /** Held transactions of this console that have no final state yet. */
  open: z.number(),
})
export type HostedUpstream = z.infer<typeof hostedUpstreamSchema>

/** `PUT /api/upstream/webhook`: the signing secret that the service showed when the webhook was registered. */
export const setUpstreamWebhookRequestSchema = z.strictObject({
  secret: z
    .string('must be a string')
    .check(
      z.maxLength(200, 'must be at most 200 characters'),
      z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must begin with whsec_, as the service showed it'),
    ),
})
