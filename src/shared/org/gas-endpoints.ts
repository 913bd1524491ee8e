import * as z from 'zod/mini'
import type { Endpoint } from '#shared/baas/endpoints.ts'
import { datetimeSchema, uintSchema } from '#shared/baas/fields.ts'

/**
 * The organization's gas of the UTC day, in wei: `spentWei` is what was paid and what is reserved for
 * transactions that are on their way; `budgetWeiPerDay` is null without a limit. Source: docs/adr/0021.
 */
export const gasSchema = z.object({
  budgetWeiPerDay: z.nullable(uintSchema),
  spentWei: uintSchema,
  resetsAtDatetime: datetimeSchema,
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
