import * as z from 'zod/mini'
import { emailSchema } from '#protocol/email-schema.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import {
  addressSchema,
  datetimeSchema,
  labelSchema,
  matching,
  enumSchema,
  textSchema,
} from '#protocol/fields.ts'

/** Widget operations that an integration or the console can allow. Source: profile 11. */
export const WIDGET_OPERATIONS = ['create', 'transfer', 'approve', 'execute', 'sign'] as const

export type WidgetOperation = (typeof WIDGET_OPERATIONS)[number]

export const operationsSchema = z
  .array(enumSchema(WIDGET_OPERATIONS), 'must be an array')
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

/** Request by an integrator's backend, with its integration secret instead of an API key. Source: profile 11. */
export const OPEN_WIDGET_SESSION = {
  method: 'POST',
  path: '/api/widget/sessions',
  scope: null,
  body: widgetSessionRequestSchema,
  answer: widgetSessionSchema,
  summary: 'Open a widget session for one of your users',
} as const satisfies Endpoint
