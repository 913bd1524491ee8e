import type { Endpoint } from '#protocol/baas/endpoints.ts'
import * as organization from './organization.ts'

/** The fee settings, below `/v1/org` (ADR 0006). */
export const FEE_ENDPOINTS = {
  getFees: {
    method: 'GET',
    path: '/fees',
    scope: 'org:manage',
    answer: organization.feeSettingsAnswerSchema,
    summary: 'Read the fee settings',
  },
  setFees: {
    method: 'PUT',
    path: '/fees',
    scope: 'org:manage',
    action: 'fees.set',
    body: organization.setFeeSettingsRequestSchema,
    answer: organization.feeSettingsAnswerSchema,
    summary: 'Set or clear the fee settings',
    errors: ['TOKEN_UNREADABLE', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
} as const satisfies Record<string, Endpoint>
