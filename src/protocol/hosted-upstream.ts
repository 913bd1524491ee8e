import * as z from 'zod/mini'
import { transactionSchema } from './transactions.ts'
import { anyTextSchema, datetimeSchema, labelSchema, matching } from './fields.ts'
import { SCOPES } from './endpoint.ts'

/**
 * The source of a held transaction's state, for a console in front of a hosted service: the answer of execute,
 * a webhook, polling, or only the console's own clock. Source: ADR 0021.
 */
export const OUTCOME_SOURCES = ['execute', 'webhook', 'poll', 'clock'] as const
export type OutcomeSource = (typeof OUTCOME_SOURCES)[number]

/**
 * A transaction from the console's own record, for a service without a path for it. Its `status` is the last
 * known one, which need not be the latest.
 */
export const recordedTransactionSchema = z.extend(transactionSchema, {
  learntFrom: z.enum(OUTCOME_SOURCES),
  /** Approved, and no source reports its outcome: there is nothing to wait for. */
  untold: z.optional(z.literal(true)),
})
export const recordedTransactionListSchema = z.array(recordedTransactionSchema)
export type RecordedTransaction = z.infer<typeof recordedTransactionSchema>

/**
 * `GET /api/upstream`: the hosted service behind a console and its sources of outcomes of held transactions.
 * Only for a hosted service. `polling: null`: not tried yet.
 */
export const hostedUpstreamSchema = z.object({
  host: z.string(),
  baseUrl: z.string(),
  apiKey: z.object({
    answer: z.enum(['accepted', 'refused', 'unreachable']),
    /** Sealed with the deployment's present secret; false until `rotate-secret` has run. */
    sealedWithPresentSecret: z.boolean(),
  }),
  /** The extensions that the service reports; null without `GET /config`. */
  features: z.nullable(z.array(z.string())),
  /** The source of the chain and the factory. */
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
  ownClock: z.object({ usedAtDatetime: z.nullable(datetimeSchema) }),
  /** Held transactions of this console without a final state. */
  open: z.number(),
})
export type HostedUpstream = z.infer<typeof hostedUpstreamSchema>

/** `PUT /api/upstream/webhook`: the signing secret that the service displayed at the webhook's registration. */
export const setUpstreamWebhookRequestSchema = z.strictObject({
  secret: anyTextSchema(200).check(
    z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must begin with whsec_, as the service showed it'),
  ),
})

/** The id of the deployment's own key (`UPSTREAM_API_KEY`). */
export const CONFIGURED_KEY_ID = 'configured'

/** A stored key of the hosted service. The key itself is never returned again. */
export const vaultKeySchema = z.object({
  /** A UUID, or `configured`. */
  id: z.string(),
  label: z.string(),
  /** The beginning of the key, to distinguish it. */
  start: z.string(),
  /** Whether the console and its widgets use this one. */
  inUse: z.boolean(),
  /** Null for the deployment's own. */
  createdAtDatetime: z.nullable(datetimeSchema),
  createdBy: z.nullable(z.string()),
  /** As detected from the service's answers so far: a scope that no request needed is absent. */
  scopes: z.array(z.object({ scope: z.enum(SCOPES), held: z.boolean(), learntAtDatetime: datetimeSchema })),
})
export type VaultKey = z.infer<typeof vaultKeySchema>

/** `GET /api/vault` and the answer of every change: all keys, the deployment's own first. */
export const vaultSchema = z.object({ keys: z.array(vaultKeySchema) })
export type Vault = z.infer<typeof vaultSchema>

/** `POST /api/vault/keys`: the key is tried at the service before it is stored, sealed. */
export const addVaultKeyRequestSchema = z.strictObject({
  label: labelSchema(50),
  key: matching(/^[\x21-\x7e]{16,300}$/, 'must be an API key: 16 to 300 letters, digits and signs'),
})
export type AddVaultKeyRequest = z.infer<typeof addVaultKeyRequestSchema>

export const vaultKeyParamsSchema = z.strictObject({ keyId: z.string().check(z.maxLength(40)) })
