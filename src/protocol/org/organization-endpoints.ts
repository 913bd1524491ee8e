import type { Endpoint } from '#protocol/baas/endpoints.ts'
import * as organization from './organization.ts'

/** The organization itself, below `/v1/org` (ADR 0006). */
export const ORGANIZATION_ENDPOINTS = {
  getOrganization: {
    method: 'GET',
    path: '/organization',
    scope: null,
    answer: organization.organizationSchema,
    summary: 'Read the organization that the key belongs to',
  },
  updateOrganization: {
    method: 'PUT',
    path: '/organization',
    scope: 'org:manage',
    action: 'organization.updated',
    body: organization.updateOrganizationRequestSchema,
    answer: organization.organizationSchema,
    summary: 'Change the name of the organization, or where the widget may be framed',
  },
} as const satisfies Record<string, Endpoint>
