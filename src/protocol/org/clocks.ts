import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { datetimeSchema } from '#protocol/baas/fields.ts'

/**
 * The service's clock, and the chain's time for the next block, by which contracts judge expirations: null
 * while no node answers.
 */
export const clocksSchema = z.object({
  serverDatetime: datetimeSchema,
  chainDatetime: z.nullable(datetimeSchema),
})
export type Clocks = z.infer<typeof clocksSchema>

export const CLOCK_ENDPOINTS = {
  getClocks: {
    method: 'GET',
    path: '/clocks',
    scope: 'org:manage',
    answer: clocksSchema,
    summary: 'Read the clocks of the service and of the chain',
  },
} as const satisfies Record<string, Endpoint>
