import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** `GET /api/scim`: how an identity provider provisions the organization's members. */
const scimSchema = z.object({
  /** The base URL that is entered at the identity provider. */
  baseUrl: z.string(),
  /** Whether this deployment can mail the invitations of people who are provisioned. */
  canMail: z.boolean(),
  /** Number of provisioned users who are active, and of those among them who have not joined yet. */
  activeUsers: z.int(),
  pendingUsers: z.int(),
  /** Null if the organization has no token. */
  token: z.nullable(
    z.object({
      /** The first characters of the token. */
      start: z.string(),
      createdBy: z.string(),
      createdAtDatetime: datetimeSchema,
      /** The last use, to the minute. Null if the token was never used. */
      lastUsedAtDatetime: z.nullable(datetimeSchema),
    }),
  ),
})
export type Scim = z.infer<typeof scimSchema>

/** The token with which an identity provider provisions members. Source: ADR 0020. */
export const SCIM_TOKEN_ENDPOINTS = {
  getScim: consoleEndpoint('GET', '/api/scim', 'read-only', { answer: scimSchema }),
  /** Creates the token, or replaces it: the previous token ends at once. The secret is returned once. */
  createScimToken: consoleEndpoint('POST', '/api/scim/token', 'owner', {
    stepUp: true,
    action: ['provisioning.token-created', 'provisioning.token-rotated'],
    answer: z.extend(scimSchema, { secret: z.string() }),
  }),
  revokeScimToken: consoleEndpoint('DELETE', '/api/scim/token', 'owner', {
    stepUp: true,
    action: 'provisioning.token-revoked',
    answer: scimSchema,
  }),
}
