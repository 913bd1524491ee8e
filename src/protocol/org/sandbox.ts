import * as z from 'zod/mini'
import { addressSchema, datetimeSchema, uuidSchema } from '#protocol/baas/fields.ts'

/**
 * What the scripted end-users of a sandbox do with what is held for them. `expire`: nothing, until it is too late.
 * `fail`: they approve a call that fails when it is sent.
 */
export const SCRIPT_BEHAVIOURS = ['approve', 'decline', 'expire', 'fail'] as const
export type ScriptBehaviour = (typeof SCRIPT_BEHAVIOURS)[number]

/** A year: further than any expiry that this product sets by itself. */
export const CLOCK_STEP_SECONDS_MAX = 366 * 86_400
export const SCRIPT_DELAY_SECONDS_MAX = 600

/** `receiverDown`: the sandbox's own webhook receiver answers 503 until it is turned off. */
export const sandboxScriptSchema = z.strictObject({
  behaviour: z.enum(SCRIPT_BEHAVIOURS, `must be one of ${SCRIPT_BEHAVIOURS.join(', ')}`),
  delaySeconds: z.number('must be a number').check(
    z.refine((value) => Number.isInteger(value), 'must be a whole number of seconds'),
    z.minimum(0, 'must not be negative'),
    z.maximum(SCRIPT_DELAY_SECONDS_MAX, `must be at most ${SCRIPT_DELAY_SECONDS_MAX} seconds`),
  ),
  receiverDown: z.boolean('must be true or false'),
})
export type SandboxScript = z.infer<typeof sandboxScriptSchema>

/** An end-user whom the sandbox made: it holds both of their passkeys and decides as the script says. */
export const sandboxCustomerSchema = z.object({
  id: uuidSchema,
  walletAddress: addressSchema,
  email: z.string(),
  createdAtDatetime: datetimeSchema,
})
export type SandboxCustomer = z.infer<typeof sandboxCustomerSchema>

/** `aheadSeconds`: how far the sandbox's time is before the machine's. */
export const sandboxClockSchema = z.object({ aheadSeconds: z.number(), nowDatetime: datetimeSchema })
export type SandboxClockAnswer = z.infer<typeof sandboxClockSchema>

/** `receiverWebhookId`: the endpoint that tells the sandbox's own receiver; null until there is one. */
export const sandboxStateSchema = z.object({
  clock: sandboxClockSchema,
  script: sandboxScriptSchema,
  receiverWebhookId: z.nullable(uuidSchema),
  customers: z.array(sandboxCustomerSchema),
})
export type SandboxState = z.infer<typeof sandboxStateSchema>

export const advanceClockRequestSchema = z.strictObject({
  seconds: z.number('must be a number').check(
    z.refine((value) => Number.isInteger(value), 'must be a whole number of seconds'),
    z.minimum(1, 'must be at least 1: time goes forward only'),
    z.maximum(CLOCK_STEP_SECONDS_MAX, `must be at most ${CLOCK_STEP_SECONDS_MAX} seconds (366 days)`),
  ),
})
export const sandboxCustomerParamsSchema = z.strictObject({ customerId: uuidSchema })
export const sandboxPaymentSchema = z.object({ transactionUuid: uuidSchema })
export const sandboxReceiverSchema = z.object({ webhookId: uuidSchema })
