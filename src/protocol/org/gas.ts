import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { datetimeSchema, uintSchema } from '#protocol/baas/fields.ts'

/**
 * In gas, so that limits mean the same on every chain: for one wallet, and for all wallets of one end-user, in a UTC
 * day (null without a limit), and for one call of a wallet. Source: ADR 0014.
 */
export const gasLimitsSchema = z.object({
  walletGasPerDay: z.nullable(uintSchema),
  userGasPerDay: z.nullable(uintSchema),
  gasPerCallMax: uintSchema,
})
export type GasLimits = z.infer<typeof gasLimitsSchema>

/**
 * The organization's gas of the UTC day, in wei: `spentWei` is paid or reserved for pending transactions;
 * `budgetWeiPerDay` is null without a limit. Source: ADR 0015.
 */
export const gasSchema = z.object({
  budgetWeiPerDay: z.nullable(uintSchema),
  spentWei: uintSchema,
  resetsAtDatetime: datetimeSchema,
  /** Absent from services without limits. */
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
