import * as z from 'zod/mini'
import { orgEndpoint, SCOPES } from './endpoint.ts'
import { anyTextSchema, datetimeSchema, matching, nameSchema } from './fields.ts'
import { EMBED_ORIGINS_MAX, LOGO_BYTES_MAX } from './limits.ts'

/**
 * `embedOrigins`: sites whose pages may frame the widget. `logo`: the base64 of a PNG, or null if there is none
 * (ADR 0006). Older services omit both.
 */
export const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  sandbox: z.boolean(),
  embedOrigins: z.optional(z.array(z.string())),
  logo: z.optional(z.nullable(z.string())),
})
export type Organization = z.infer<typeof organizationSchema>

/** The organization of a key, with the key's own scopes, so that a client knows what it can do. Older services omit them. */
export const ownOrganizationSchema = z.extend(organizationSchema, {
  keyScopes: z.optional(z.array(z.enum(SCOPES))),
})

/** The organization itself, below `/v1/org` (ADR 0006). */
export const ORGANIZATION_ENDPOINTS = {
  getOrganization: orgEndpoint('GET', '/organization', null, {
    role: 'read-only',
    answer: ownOrganizationSchema,
    summary: 'Read the organization that the key belongs to, and the scopes of the key',
  }),
  updateOrganization: orgEndpoint('PUT', '/organization', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'organization.updated',
    // Undefined fields stay unchanged. Only the pixels of a logo are stored.
    body: z.strictObject({
      name: z.optional(nameSchema(100)),
      embedOrigins: z.optional(
        z
          .array(anyTextSchema(300), 'must be an array of origins')
          .check(z.maxLength(EMBED_ORIGINS_MAX, `must be at most ${EMBED_ORIGINS_MAX} origins`)),
      ),
      logo: z.optional(
        z.nullable(
          matching(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64').check(
            z.maxLength((LOGO_BYTES_MAX / 3) * 4, `must be at most ${LOGO_BYTES_MAX} bytes`),
          ),
        ),
      ),
    }),
    answer: organizationSchema,
    summary: 'Change the name or the logo of the organization, or where the widget may be framed',
  }),
}

/**
 * The service's clock, and the chain's time for the next block, by which contracts judge expirations. The
 * latter is null while no node responds.
 */
export const clocksSchema = z.object({
  serverDatetime: datetimeSchema,
  chainDatetime: z.nullable(datetimeSchema),
})

export const CLOCK_ENDPOINTS = {
  getClocks: orgEndpoint('GET', '/clocks', 'org:manage', {
    role: 'read-only',
    answer: clocksSchema,
    summary: 'Read the clocks of the service and of the chain',
  }),
}
