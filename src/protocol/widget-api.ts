import * as z from 'zod/mini'
import { WIDGET_OPERATIONS } from './console/widget-session.ts'
import { createWalletRequestSchema } from './create-wallet.ts'
import { feeSettingsSchema } from './deployment-config.ts'
import { addressSchema, datetimeSchema } from './fields.ts'
import { TRANSACTION_STATES } from './transaction-states.ts'
import { walletSchema } from './wallets.ts'

/**
 * `GET /api/widget/config`: the token's binding and the data that the widget needs to compute digests. All
 * other widget paths are the specification's, below `/api/widget` instead of `{base_url}`.
 */
export const widgetConfigSchema = z.object({
  chainId: z.number(),
  factory: addressSchema,
  fee: feeSettingsSchema,
  operations: z.array(z.enum(WIDGET_OPERATIONS)),
  organizationName: z.string(),
  externalUserId: z.optional(z.string()),
  externalUserLabel: z.optional(z.string()),
  email: z.optional(z.string()),
  walletAddress: z.optional(addressSchema),
  /** The approval app's address. Undefined if the service has none. */
  approvalUrl: z.optional(z.string()),
  /** Whether the service holds messages for approval before it returns their signature. */
  holdsMessages: z.optional(z.boolean()),
  expiresAt: datetimeSchema,
  serverTimeSeconds: z.number(),
})
export type WidgetConfig = z.infer<typeof widgetConfigSchema>

/**
 * `GET /api/widget/brand`: the organization as its end-users see it. `logo`: the base64 of a PNG. `accent`: the color of
 * the logo, such as `#2150c0`. Undefined fields are not displayed.
 */
export const widgetBrandSchema = z.object({
  name: z.optional(z.string()),
  logo: z.optional(z.string()),
  accent: z.optional(z.string()),
})
export type WidgetBrand = z.infer<typeof widgetBrandSchema>

/**
 * The passkey that controls a wallet, as reported by the widget. `userHandle`: its WebAuthn `user.id`, in
 * base64url.
 */
export const walletPasskeySchema = z.object({
  credentialId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/)),
  qx: z.string(),
  qy: z.string(),
  rpId: z.string(),
  userHandle: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,86}$/))),
  name: z.optional(z.string().check(z.maxLength(60))),
})
export type WalletPasskey = z.infer<typeof walletPasskeySchema>

/** A wallet's passkey as the BFF stores it. */
const storedPasskey = {
  credentialId: walletPasskeySchema.shape.credentialId,
  rpId: z.string().check(z.maxLength(253)),
  userHandle: walletPasskeySchema.shape.userHandle,
}
/** The device name that the person gave to a passkey. */
const deviceName = walletPasskeySchema.shape.name

/** `POST /api/widget/wallets`: the specification's body and the passkey's id, which is stored in the BFF. */
export const widgetCreateWalletRequestSchema = z.extend(createWalletRequestSchema, storedPasskey)

/**
 * `POST /api/widget/wallets/{address}/passkey`: stores the id and the name of a wallet's passkey that was created
 * elsewhere, that was added later, or that replaced another passkey. Only a key that the wallet's contract accepts is
 * allowed.
 */
export const widgetNamePasskeyRequestSchema = z.strictObject({
  ...storedPasskey,
  name: deviceName,
  qx: createWalletRequestSchema.shape.qx,
  qy: createWalletRequestSchema.shape.qy,
})
export const widgetNamePasskeyResultSchema = z.object({ success: z.literal(true) })

/**
 * `GET /api/widget/wallets`: the wallets that this token may use. `passkeys`: all known passkeys, the last used
 * one first. `passkey` is the first of them.
 */
export const widgetWalletListSchema = z.array(
  z.extend(walletSchema, {
    passkey: z.nullable(walletPasskeySchema),
    passkeys: z.optional(z.array(walletPasskeySchema)),
  }),
)

/**
 * `GET /api/widget/transactions/{transactionUuid}`. If both fields are set, the response waits up to
 * `waitSeconds` (0 to 25) for a status other than `knownStatus` (ADR 0013).
 */
export const widgetTransactionQuerySchema = z.strictObject({
  knownStatus: z.optional(z.enum(TRANSACTION_STATES)),
  waitSeconds: z.optional(
    z.string().check(z.regex(/^(1?[0-9]|2[0-5])$/, 'must be a whole number from 0 to 25')),
  ),
})
