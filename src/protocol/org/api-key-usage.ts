import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/baas/fields.ts'
import { IP_RANGES_MAX } from '#protocol/baas/limits.ts'
import { SCOPES } from '#protocol/baas/scopes.ts'

/** For how long the requests of a key are kept, counted by UTC days. */
export const KEY_USAGE_DAYS = 30

const daySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const countSchema = z.int().check(z.minimum(0))

/**
 * Where requests came from: an `address`; `unknown`, where the address could not be known; `server`, from within
 * the server's own process, which no allow-list concerns; `others`, beyond the addresses that are kept apart.
 */
const KEY_USAGE_SOURCES = ['address', 'unknown', 'server', 'others'] as const
const sourceSchema = z.object({
  kind: z.enum(KEY_USAGE_SOURCES),
  /** Null for every kind but `address`. */
  ip: z.nullable(z.string()),
  requests: countSchema,
  lastDay: daySchema,
})
export type KeyUsageSource = z.infer<typeof sourceSchema>

/**
 * The requests with one key that were let in, in the last 30 days; counts of the last seconds may still be
 * missing. Source: ADR 0005.
 */
export const apiKeyUsageSchema = z.object({
  /** From when on the key's requests are counted: 30 days ago, or later for a younger key. */
  sinceDatetime: datetimeSchema,
  requests: countSchema,
  /** Every day from `sinceDatetime` to today, also those without a request. UTC. */
  days: z.array(z.object({ day: daySchema, requests: countSchema })),
  /** Every scope the key holds; `lastDay` null: no request needed it. */
  scopes: z.array(z.object({ scope: z.enum(SCOPES), requests: countSchema, lastDay: z.nullable(daySchema) })),
  /** Most used first. `scope` null: any valid key may use it. */
  endpoints: z.array(
    z.object({
      /** As in `POST /baas/wallets`. */
      endpoint: z.string(),
      scope: z.nullable(z.enum(SCOPES)),
      requests: countSchema,
      lastDay: daySchema,
    }),
  ),
  /** Most used first, at most 100; `moreSources` were left off. */
  sources: z.array(sourceSchema),
  moreSources: countSchema,
})
export type ApiKeyUsage = z.infer<typeof apiKeyUsageSchema>

/** Body of `POST /v1/org/keys/{keyId}/allow-list-dry-run`: the list to try. It changes nothing. */
export const dryRunAllowListRequestSchema = z.strictObject({
  ranges: z
    .array(z.string('must be a string'), 'must be an array of addresses and ranges')
    .check(
      z.minLength(1, 'must name at least one range'),
      z.maxLength(IP_RANGES_MAX, `must be at most ${IP_RANGES_MAX} ranges`),
    ),
})
export type DryRunAllowListRequest = z.infer<typeof dryRunAllowListRequestSchema>

/** What the list would have done to the requests of the last 30 days. */
export const allowListDryRunSchema = z.object({
  sinceDatetime: datetimeSchema,
  /** All that were let in, those from within the server too. */
  requests: countSchema,
  refusedRequests: countSchema,
  /** From addresses that were not kept apart: nobody can tell. */
  uncertainRequests: countSchema,
  /** From where they came, most first, at most 100; `moreSources` were left off. */
  refusedFrom: z.array(sourceSchema),
  moreSources: countSchema,
})
export type AllowListDryRun = z.infer<typeof allowListDryRunSchema>
