import * as z from 'zod/mini'
import { emailSchema } from './email-schema.ts'
import { addressSchema, datetimeSchema, labelSchema, matching, oneOf, textSchema } from './fields.ts'
import { newCredentialSchema } from '#protocol/passkey/credential-json.ts'
import { roleSchema } from './roles.ts'
import type { Endpoint } from './endpoint.ts'

/** Why a session ended before it expired, as far as known. */
export const SESSION_END_REASONS = [
  'signed-out',
  'signed-out-everywhere',
  'ended-from-another-session',
  'ended-by-member',
  'member-removed',
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
    /** Why the session of this browser's cookie ended. Undefined if it expired or there is no cookie. */
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
  }),
])
export type Session = z.infer<typeof sessionSchema>

/** `POST /api/setup/options`: the one-time link's token and the name of the first administrator. */
export const setupOptionsRequestSchema = z.strictObject({
  setupToken: z.string('must be a string').check(z.minLength(1), z.maxLength(200)),
  name: labelSchema(100),
})
/** WebAuthn JSON responses are forwarded unchanged. The server library parses them. */
export const setupVerifyRequestSchema = z.strictObject({
  setupToken: z.string('must be a string').check(z.minLength(1), z.maxLength(200)),
  response: newCredentialSchema,
})
export const signInVerifyRequestSchema = z.strictObject({ response: z.record(z.string(), z.unknown()) })

/** Widget operations that an integration or the console can allow. Source: profile 11. */
export const WIDGET_OPERATIONS = ['create', 'transfer', 'approve', 'execute', 'sign'] as const
export type WidgetOperation = (typeof WIDGET_OPERATIONS)[number]
const operationsSchema = z
  .array(oneOf(WIDGET_OPERATIONS), 'must be an array')
  .check(z.minLength(1, 'choose at least one operation'), z.maxLength(WIDGET_OPERATIONS.length))

const widgetUser = {
  externalUserId: labelSchema(255),
  externalUserLabel: z.optional(textSchema(255)),
  email: z.optional(emailSchema),
  walletAddress: z.optional(addressSchema),
  operations: operationsSchema,
}

/** Body of `POST /api/widget/sessions`, sent by the integrator's backend with its integration secret. Source: profile 11. */
export const widgetSessionRequestSchema = z.strictObject({
  ...widgetUser,
  origin: matching(/^https?:\/\/[^/?#\s]+$/, 'must be an origin such as https://shop.example').check(
    z.maxLength(300),
  ),
})
export type WidgetSessionRequest = z.infer<typeof widgetSessionRequestSchema>
export const widgetSessionSchema = z.object({ token: z.string(), expiresAt: datetimeSchema })

/**
 * Body of `POST /api/widget-session`: the console's own use of the widget, bound to the console's origin.
 * Without `externalUserId` the wallet is operated by the organization and has no second factor.
 */
export const consoleWidgetSessionRequestSchema = z.strictObject({
  ...widgetUser,
  externalUserId: z.optional(widgetUser.externalUserId),
})

/** An integration: an integrator's backend that may open widget sessions for its origins. */
export const integrationSchema = z.object({
  id: z.string(),
  label: z.string(),
  start: z.string(),
  origins: z.array(z.string()),
  operations: z.array(z.enum(WIDGET_OPERATIONS)),
  createdAtDatetime: datetimeSchema,
  revokedAtDatetime: z.nullable(datetimeSchema),
  /** The previous secret while it still opens sessions, else null. */
  previousSecret: z.nullable(z.object({ start: z.string(), untilDatetime: datetimeSchema })),
})
export type Integration = z.infer<typeof integrationSchema>
export const integrationListSchema = z.array(integrationSchema)
export const createIntegrationRequestSchema = z.strictObject({
  label: labelSchema(50),
  origins: z
    .array(widgetSessionRequestSchema.shape.origin)
    .check(z.minLength(1, 'name at least one origin'), z.maxLength(20)),
  operations: operationsSchema,
})
export const createdIntegrationSchema = z.extend(integrationSchema, { secret: z.string() })
/** Grace periods of the old secret, in seconds: none, an hour, a day, a week. */
export const INTEGRATION_GRACES_SECONDS = [0, 3_600, 86_400, 604_800] as const
const GRACES_TEXT = `must be one of ${INTEGRATION_GRACES_SECONDS.join(', ')}`
/** Body of `POST /api/integrations/:integrationId/rotate-secret`. */
export const rotateIntegrationSecretRequestSchema = z.strictObject({
  graceSeconds: z
    .number(GRACES_TEXT)
    .check(z.refine((seconds) => INTEGRATION_GRACES_SECONDS.some((one) => one === seconds), GRACES_TEXT)),
})

/** `GET /api/console-keys`: the ids of the API keys that the console itself uses. */
export const consoleKeyListSchema = z.array(z.string())

/** `GET /api/sandbox`: the sandbox's addresses and tokens, or null outside the sandbox. */
export const sandboxSchema = z.nullable(
  z.object({
    inboxUrl: z.string(),
    demoUrl: z.string(),
    chainId: z.number(),
    tokens: z.object({ erc20: addressSchema, erc721: addressSchema, erc1155: addressSchema }),
  }),
)
export type SandboxInfo = z.infer<typeof sandboxSchema>
/** `POST /api/sandbox/faucet` and the sandbox's own faucet. Source: profile 1. */
export const faucetRequestSchema = z.strictObject({
  token: addressSchema,
  to: addressSchema,
  amount: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,29}$/, 'must be a positive whole number'))),
  tokenId: z.optional(z.string().check(z.regex(/^(0|[1-9][0-9]{0,77})$/, 'must be a whole number'))),
})
export const faucetResultSchema = z.object({ success: z.literal(true), transactionHash: z.string() })

/** Request header that names the verified prompt of a step-up. */
export const STEP_UP_HEADER = 'x-step-up'
/** Request header that names a page's organization. */
export const ORGANIZATION_HEADER = 'x-organization'

/** Request by an integrator's backend, with its integration secret instead of an API key. Source: profile 11. */
export const OPEN_WIDGET_SESSION = {
  method: 'POST',
  path: '/api/widget/sessions',
  scope: null,
  body: widgetSessionRequestSchema,
  answer: widgetSessionSchema,
  summary: 'Open a widget session for one of your users',
} as const satisfies Endpoint

/** Maximum lengths, in characters, of an organization's own name and note for an address. */
export const ADDRESS_LABEL_LENGTH_MAX = 80
export const ADDRESS_NOTE_LENGTH_MAX = 300
export const ADDRESSES_MAX = 2_000

/**
 * One entry of `GET /api/addresses` (BFF). `address` is in lower case. `payeeName`: the name that people who
 * pay to it read in the widget. Null if there is none.
 */
export const savedAddressSchema = z.object({
  address: addressSchema,
  label: z.string(),
  note: z.string(),
  payeeName: z.nullable(z.string()),
  savedBy: z.string(),
  updatedAtDatetime: datetimeSchema,
})
export type SavedAddress = z.infer<typeof savedAddressSchema>
export const addressBookSchema = z.array(savedAddressSchema)

/** Body of `PUT /api/addresses/{address}`. */
export const saveAddressRequestSchema = z.strictObject({
  label: labelSchema(ADDRESS_LABEL_LENGTH_MAX),
  note: textSchema(ADDRESS_NOTE_LENGTH_MAX),
})
export type SaveAddressRequest = z.infer<typeof saveAddressRequestSchema>

/** Maximum number of names in one import, which requires one passkey prompt. */
export const ADDRESSES_IMPORTED_MAX = 500
/** Body of `POST /api/addresses/import`. Either all names are saved or none. */
export const importAddressesRequestSchema = z.strictObject({
  addresses: z
    .array(z.extend(saveAddressRequestSchema, { address: addressSchema }), 'must be an array of addresses')
    .check(
      z.minLength(1, 'must have at least one address'),
      z.maxLength(ADDRESSES_IMPORTED_MAX, `must be at most ${ADDRESSES_IMPORTED_MAX} addresses`),
    ),
})

/**
 * `GET /api/descriptors`: the owners in the snapshot of the public ERC-7730 registry, and those that the
 * organization trusts.
 */
export const trustedDescriptorsSchema = z.object({
  source: z.string(),
  commit: z.string(),
  owners: z.array(z.object({ id: z.string(), name: z.string(), contracts: z.int() })),
  trusted: z.array(z.string()),
})
export type TrustedDescriptors = z.infer<typeof trustedDescriptorsSchema>
export const trustDescriptorsRequestSchema = z.strictObject({
  trusted: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)),
})

/**
 * Body of `PUT /api/addresses/{address}/payee`: whether the address's current name is displayed to those who
 * pay to it.
 */
export const verifyPayeeRequestSchema = z.strictObject({ payee: z.boolean('must be true or false') })
