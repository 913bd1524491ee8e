import type { Endpoint } from '#protocol/baas/endpoints.ts'
import * as organization from './organization.ts'

/** What a client must know of a deployment (profile section 8). */
export const CONFIG_ENDPOINTS = {
  getConfig: {
    method: 'GET',
    path: '/config',
    scope: null,
    answer: organization.configSchema,
    summary: 'Learn the chain, the factory, the fee and which extensions exist',
  },
} as const satisfies Record<string, Endpoint>
