import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { uuidSchema } from '#protocol/baas/fields.ts'
import * as domains from './domains.ts'

const domainParams = z.strictObject({ domainId: uuidSchema })

/** The organization's relying-party domains under `/v1/org` (ADR 0006). */
export const DOMAIN_ENDPOINTS = {
  listDomains: {
    method: 'GET',
    path: '/domains',
    scope: 'org:manage',
    answer: domains.domainListSchema,
    summary: 'List the relying-party domains',
  },
  addDomain: {
    method: 'POST',
    path: '/domains',
    scope: 'org:manage',
    action: 'domain.added',
    body: domains.addDomainRequestSchema,
    answer: domains.domainSchema,
    summary: 'Add a relying-party domain and learn how to prove it',
  },
  verifyDomain: {
    method: 'POST',
    path: '/domains/:domainId/verify',
    scope: 'org:manage',
    action: 'domain.verified',
    params: domainParams,
    answer: domains.verifyDomainResultSchema,
    summary: 'Look for the proof of a domain now',
  },
  removeDomain: {
    method: 'DELETE',
    path: '/domains/:domainId',
    scope: 'org:manage',
    action: 'domain.removed',
    params: domainParams,
    answer: domains.domainSchema,
    summary: 'Remove a relying-party domain that has no wallets',
    errors: ['CONFLICT'],
  },
} as const satisfies Record<string, Endpoint>
