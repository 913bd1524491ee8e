import * as z from 'zod/mini'
import { sandboxEndpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema, enumSchema, uuidSchema } from './fields.ts'

/**
 * Behaviors of a sandbox's scripted end-users toward held transactions. `expire`: they do nothing until the
 * transaction expires. `fail`: they approve a call that fails when it is sent.
 */
export const SCRIPT_BEHAVIOURS = ['approve', 'decline', 'expire', 'fail'] as const
export type ScriptBehaviour = (typeof SCRIPT_BEHAVIOURS)[number]

/**
 * Maximum step of the clock, in seconds: a year, which is longer than any expiry that this product sets by
 * itself.
 */
export const CLOCK_STEP_SECONDS_MAX = 366 * 86_400
export const SCRIPT_DELAY_SECONDS_MAX = 600

/** `receiverDown`: the sandbox's own webhook receiver responds with 503 until this is turned off. */
export const sandboxScriptSchema = z.strictObject({
  behaviour: enumSchema(SCRIPT_BEHAVIOURS),
  delaySeconds: z.number('must be a number').check(
    z.refine((value) => Number.isInteger(value), 'must be a whole number of seconds'),
    z.minimum(0, 'must not be negative'),
    z.maximum(SCRIPT_DELAY_SECONDS_MAX, `must be at most ${SCRIPT_DELAY_SECONDS_MAX} seconds`),
  ),
  receiverDown: z.boolean('must be true or false'),
})
export type SandboxScript = z.infer<typeof sandboxScriptSchema>

/** Reason why the sandbox created an end-user: on request, or as part of a tour. */
export const SANDBOX_CUSTOMER_KINDS = ['customer', 'tour'] as const
export type SandboxCustomerKind = (typeof SANDBOX_CUSTOMER_KINDS)[number]

/** An end-user created by the sandbox, which holds both of their passkeys and decides as scripted. */
export const sandboxCustomerSchema = z.object({
  id: uuidSchema,
  kind: enumSchema(SANDBOX_CUSTOMER_KINDS),
  walletAddress: addressSchema,
  email: z.string(),
  createdAtDatetime: datetimeSchema,
})
export type SandboxCustomer = z.infer<typeof sandboxCustomerSchema>

/** `aheadSeconds`: how far the sandbox's clock is ahead of the machine's. */
export const sandboxClockSchema = z.object({ aheadSeconds: z.number(), nowDatetime: datetimeSchema })
export type SandboxClockAnswer = z.infer<typeof sandboxClockSchema>

/** `receiverWebhookId`: the endpoint of the sandbox's own receiver. Null if there is none. */
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
export const sandboxPaymentSchema = z.object({ transactionUuid: uuidSchema })
export const sandboxReceiverSchema = z.object({ webhookId: uuidSchema })

/**
 * The sandbox's controls, below `/sandbox`. They exist only in a sandbox and are not part of the service's API
 * (ADR 0003).
 */
export const SANDBOX_ENDPOINTS = {
  getSandboxState: sandboxEndpoint('GET', '/state', 'org:manage', {
    role: 'read-only',
    answer: sandboxStateSchema,
    summary: 'Read the sandbox’s time, script and scripted end-users',
  }),
  setSandboxScript: sandboxEndpoint('PUT', '/script', 'org:manage', {
    role: 'operator',
    action: 'sandbox.script-changed',
    body: sandboxScriptSchema,
    answer: sandboxScriptSchema,
    summary: 'Set what the scripted end-users do with newly held transactions',
  }),
  addSandboxCustomer: sandboxEndpoint('POST', '/customers', 'org:manage', {
    role: 'operator',
    action: 'sandbox.customer-added',
    answer: sandboxCustomerSchema,
    summary: 'Make a scripted end-user with a wallet, coins and an approval passkey',
  }),
  paySandbox: sandboxEndpoint('POST', '/customers/:customerId/payments', 'org:manage', {
    role: 'operator',
    action: 'sandbox.payment-made',
    params: z.strictObject({ customerId: uuidSchema }),
    answer: sandboxPaymentSchema,
    summary: 'Let a scripted end-user make a payment, which is held for them',
  }),
  startSandboxTour: sandboxEndpoint('POST', '/tour', 'org:manage', {
    role: 'operator',
    action: 'sandbox.tour-started',
    answer: sandboxCustomerSchema,
    summary: 'Make a scripted end-user with one of each situation',
  }),
  endSandboxTour: sandboxEndpoint('DELETE', '/tour', 'org:manage', {
    role: 'operator',
    action: 'sandbox.tour-ended',
    // Number of tours that ended.
    answer: z.object({ ended: z.number() }),
    summary: 'Cancel held transactions and revoke permissions that tours have left open',
  }),
  connectSandboxReceiver: sandboxEndpoint('POST', '/receiver', 'org:manage', {
    role: 'operator',
    action: 'sandbox.receiver-connected',
    answer: sandboxReceiverSchema,
    summary: 'Register the sandbox’s own webhook receiver',
  }),
  advanceSandboxClock: sandboxEndpoint('POST', '/clock', 'org:manage', {
    role: 'operator',
    action: 'sandbox.clock-moved',
    body: advanceClockRequestSchema,
    answer: sandboxClockSchema,
    summary: 'Move the time of the sandbox and its chain forward',
  }),
}
