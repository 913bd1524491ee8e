import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { datetimeQuerySchema, datetimeSchema, matching, oneOf, pageQuery, uuidSchema } from './fields.ts'

/** The classes of status, and the methods, that a request log is narrowed to. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const
export const LOGGED_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

export const listApiKeyRequestsQuerySchema = z.strictObject({
  statusClass: z.optional(oneOf(STATUS_CLASSES)),
  method: z.optional(oneOf(LOGGED_METHODS)),
  code: z.optional(matching(/^[A-Z0-9_]{1,60}$/, 'must be the code of an error')),
  sinceDatetime: z.optional(datetimeQuerySchema),
  untilDatetime: z.optional(datetimeQuerySchema),
  ...pageQuery,
})

/**
 * An answered request of a key, also a refused one. `path` has its identifiers and never the query; `code` and `message`
 * are those of a refusal. `ip` is null if unknown or from within the server.
 */
export const apiKeyRequestSchema = z.object({
  id: z.string(),
  answeredAtDatetime: datetimeSchema,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  durationMs: z.int(),
  ip: z.nullable(z.string()),
  requestId: z.string(),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequestSchema>

/** Not with the other rows about keys: the console's first screen has those. */
export const API_KEY_REQUEST_ENDPOINTS = {
  listApiKeyRequests: endpoint('GET', '/keys/:keyId/requests', 'org:manage', {
    params: z.strictObject({ keyId: uuidSchema }),
    query: listApiKeyRequestsQuerySchema,
    answer: z.array(apiKeyRequestSchema),
    summary: 'List the requests of an API key in the last 30 days, newest first, refused ones too',
  }),
}
