import * as z from 'zod/mini'
import { endpoint, orgEndpoint } from './endpoint.ts'
import { addressSchema, uintSchema } from './fields.ts'

/** Fee settings. Null if no fee is charged. `amountPerTransaction` is in base units. */
export const feeSettingsSchema = z.nullable(
  z.strictObject({
    tokenAddress: addressSchema,
    amountPerTransaction: uintSchema,
    withdrawAddress: addressSchema,
  }),
)
export type FeeSettings = z.infer<typeof feeSettingsSchema>
export const feeSettingsAnswerSchema = z.object({ fee: feeSettingsSchema })
export const setFeeSettingsRequestSchema = z.strictObject({ fee: feeSettingsSchema })

/**
 * A deployment's settings for clients. `policySigner`: the organization's co-signer, which signs after its
 * policies have passed. Null before it is created. Older services omit it. Source: profile 8 and 14, `GET
 * /config`.
 */
export const configSchema = z.object({
  profile: z.literal(1),
  chainId: z.number(),
  factory: addressSchema,
  fee: feeSettingsSchema,
  approvalUrl: z.string(),
  features: z.array(z.string()),
  policySigner: z.optional(z.nullable(addressSchema)),
})
export type Config = z.infer<typeof configSchema>

/** The fee settings, below `/v1/org` (ADR 0006). */
export const FEE_ENDPOINTS = {
  getFees: orgEndpoint('GET', '/fees', 'org:manage', {
    role: 'read-only',
    answer: feeSettingsAnswerSchema,
    summary: 'Read the fee settings',
  }),
  setFees: orgEndpoint('PUT', '/fees', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'fees.set',
    body: setFeeSettingsRequestSchema,
    answer: feeSettingsAnswerSchema,
    summary: 'Set or clear the fee settings',
    errors: ['TOKEN_UNREADABLE', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
}

/** A deployment's settings for clients (profile section 8). */
export const CONFIG_ENDPOINTS = {
  getConfig: endpoint('GET', '/config', null, {
    role: 'read-only',
    answer: configSchema,
    summary: 'Get the chain, the factory, the fee and the supported extensions',
  }),
}
