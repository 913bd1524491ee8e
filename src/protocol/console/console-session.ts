import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/fields.ts'
import { roleSchema } from '#protocol/roles.ts'
import { embeddedGrowthSchema } from './embedded-growth.ts'

/** Reason why a session ended before it expired, as far as known. */
export const SESSION_END_REASONS = [
  'signed-out',
  'signed-out-everywhere',
  'ended-from-another-session',
  'ended-by-member',
  'member-removed',
  'member-deprovisioned',
  'organization-deleted',
  'recovery-code',
  'recovery-link',
  'replaced',
  'unknown',
] as const
/** `by`: the name of the other member who ended it. */
export const sessionEndSchema = z.object({ reason: z.enum(SESSION_END_REASONS), by: z.optional(z.string()) })

export type SessionEnd = z.infer<typeof sessionEndSchema>

/** `GET /api/session`: the console's signed-in user (BFF). */
export const sessionSchema = z.discriminatedUnion('signedIn', [
  z.object({
    signedIn: z.literal(false),
    setupRequired: z.boolean(),
    /** Reason why the session of this browser's cookie ended. Undefined if it expired or there is no cookie. */
    ended: z.optional(sessionEndSchema),
    /** Host of the identity provider for sign-in. Undefined if there is none. */
    identityProvider: z.optional(z.string()),
  }),
  z.object({
    signedIn: z.literal(true),
    admin: z.object({ id: z.string(), name: z.string(), role: roleSchema }),
    organization: z.object({ id: z.string(), name: z.string() }),
    /** All organizations of this person, sorted by name. */
    organizations: z.array(z.object({ id: z.string(), name: z.string(), role: roleSchema })),
    canCreateOrganization: z.boolean(),
    sandbox: z.boolean(),
    hostedUpstream: z.boolean(),
    /** URL of the chain's block explorer, which has `/tx/{hash}` and `/address/{address}`. */
    explorerUrl: z.optional(z.string()),
    expiresAtDatetime: datetimeSchema,
    /** Present once the embedded database or chain is large (`findLargestGrowth`). */
    embeddedGrowth: z.optional(embeddedGrowthSchema),
  }),
])

export type Session = z.infer<typeof sessionSchema>
