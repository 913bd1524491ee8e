import * as z from 'zod/mini'
import { orgEndpoint, SCOPES } from './endpoint.ts'
import { datetimeQuerySchema, datetimeSchema, matching, enumSchema, pageQuery, uuidSchema } from './fields.ts'
import { IP_RANGES_MAX } from './limits.ts'

/** Time for which a key's requests are stored, in UTC days. */
export const KEY_USAGE_DAYS = 30

const daySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const countSchema = z.int().check(z.minimum(0))

/**
 * Sources of requests. `address`: one IP address. `unknown`: requests without a known address. `server`: the server's
 * own process, to which no allowlist applies. `others`: all addresses that are not counted separately.
 */
const KEY_USAGE_SOURCES = ['address', 'unknown', 'server', 'others'] as const
const sourceSchema = z.object({
  kind: z.enum(KEY_USAGE_SOURCES),
  /** Null unless `kind` is `address`. */
  ip: z.nullable(z.string()),
  requests: countSchema,
  lastDay: daySchema,
})
export type KeyUsageSource = z.infer<typeof sourceSchema>

/**
 * Successful requests with one key in the last 30 days. Counts of the last seconds may be missing. Source: ADR
 * 0005.
 */
export const apiKeyUsageSchema = z.object({
  /** Start of the counted period: 30 days ago, or the creation of a newer key. */
  sinceDatetime: datetimeSchema,
  requests: countSchema,
  /** Every day from `sinceDatetime` to today, including days without requests. UTC. */
  days: z.array(z.object({ day: daySchema, requests: countSchema })),
  /** Every scope that the key holds. `lastDay` is null if no request needed the scope. */
  scopes: z.array(z.object({ scope: z.enum(SCOPES), requests: countSchema, lastDay: z.nullable(daySchema) })),
  /** Most used first. `scope` is null if any valid key may use the endpoint. */
  endpoints: z.array(
    z.object({
      /** An endpoint such as `POST /baas/wallets`. */
      endpoint: z.string(),
      scope: z.nullable(z.enum(SCOPES)),
      requests: countSchema,
      lastDay: daySchema,
    }),
  ),
  /** Most used first, at most 100. `moreSources` is the number of omitted sources. */
  sources: z.array(sourceSchema),
  moreSources: countSchema,
})
export type ApiKeyUsage = z.infer<typeof apiKeyUsageSchema>

/** Body of `POST /v1/org/keys/{keyId}/allow-list-dry-run`: the list to test. The request changes nothing. */
export const dryRunAllowListRequestSchema = z.strictObject({
  ranges: z
    .array(z.string('must be a string'), 'must be an array of addresses and ranges')
    .check(
      z.minLength(1, 'must name at least one range'),
      z.maxLength(IP_RANGES_MAX, `must be at most ${IP_RANGES_MAX} ranges`),
    ),
})

/** The list's effect on the requests of the last 30 days. */
export const allowListDryRunSchema = z.object({
  sinceDatetime: datetimeSchema,
  /** All successful requests, including those from within the server. */
  requests: countSchema,
  refusedRequests: countSchema,
  /** Requests from addresses that were not counted separately, whose result is unknown. */
  uncertainRequests: countSchema,
  /**
   * Sources of refused requests: at most 100, those with the most requests first. `moreSources` is the number of
   * omitted sources.
   */
  refusedFrom: z.array(sourceSchema),
  moreSources: countSchema,
})
export type AllowListDryRun = z.infer<typeof allowListDryRunSchema>

/** Status classes and methods by which a request log can be filtered. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const
export const LOGGED_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

export const listApiKeyRequestsQuerySchema = z.strictObject({
  statusClass: z.optional(enumSchema(STATUS_CLASSES)),
  method: z.optional(enumSchema(LOGGED_METHODS)),
  code: z.optional(matching(/^[A-Z0-9_]{1,60}$/, 'must be the code of an error')),
  sinceDatetime: z.optional(datetimeQuerySchema),
  untilDatetime: z.optional(datetimeQuerySchema),
  ...pageQuery,
})

/**
 * One request with a key, including refused ones. `path` contains identifiers but never the query. `code` and
 * `message` are those of an error response. `ip` is null if unknown or from within the server.
 */
export const apiKeyRequestSchema = z.object({
  id: z.string(),
  answeredAtDatetime: datetimeSchema,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  durationMs: countSchema,
  ip: z.nullable(z.string()),
  requestId: z.string(),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequestSchema>

const keyParams = z.strictObject({ keyId: uuidSchema })

/** Endpoints about the requests made with a key. Separate, because the first screen loads the other key endpoints. */
export const API_KEY_REQUEST_ENDPOINTS = {
  getApiKeyUsage: orgEndpoint('GET', '/keys/:keyId/usage', 'org:manage', {
    role: 'read-only',
    params: keyParams,
    answer: apiKeyUsageSchema,
    summary: 'Read how an API key was used in the last 30 days: days, scopes, endpoints and addresses',
  }),
  dryRunAllowList: orgEndpoint('POST', '/keys/:keyId/allow-list-dry-run', 'org:manage', {
    role: 'read-only',
    params: keyParams,
    body: dryRunAllowListRequestSchema,
    answer: allowListDryRunSchema,
    summary: 'Count the requests of the last 30 days that an IP allow-list would have refused',
  }),
  listApiKeyRequests: orgEndpoint('GET', '/keys/:keyId/requests', 'org:manage', {
    role: 'read-only',
    params: keyParams,
    query: listApiKeyRequestsQuerySchema,
    answer: z.array(apiKeyRequestSchema),
    summary: 'List the requests of an API key in the last 30 days, newest first, refused ones too',
  }),
}
