import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { datetimeSchema, uintSchema } from '#protocol/baas/fields.ts'

/**
 * In gas, so that they mean the same on every chain: what one wallet, and all wallets of one end-user together, may use in
 * a UTC day (null without a limit), and what one call of a wallet may use. Source: ADR 0014.
 */
export const gasLimitsSchema = z.object({
  walletGasPerDay: z.nullable(uintSchema),
  userGasPerDay: z.nullable(uintSchema),
  gasPerCallMax: uintSchema,
})
export type GasLimits = z.infer<typeof gasLimitsSchema>

/**
 * The organization's gas of the UTC day, in wei: `spentWei` is what was paid and what is reserved for
 * transactions that are on their way; `budgetWeiPerDay` is null without a limit. Source: ADR 0015.
 */
export const gasSchema = z.object({
  budgetWeiPerDay: z.nullable(uintSchema),
  spentWei: uintSchema,
  resetsAtDatetime: datetimeSchema,
  /** Absent from services that have none. */
  limits: z.optional(gasLimitsSchema),
})
export type Gas = z.infer<typeof gasSchema>

export const GAS_ENDPOINTS = {
  getGas: {
    method: 'GET',
    path: '/gas',
    scope: 'org:manage',
    answer: gasSchema,
    summary: 'Read the gas budget of the day and what is used of it',
  },
} as const satisfies Record<string, Endpoint>
