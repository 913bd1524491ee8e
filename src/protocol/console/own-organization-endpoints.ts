import { createOrganizationRequestSchema, deleteOrganizationRequestSchema } from '#protocol/members.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { sessionSchema } from './console-session.ts'

/** Creating and deleting organizations. Each switches the session to another organization. */
export const OWN_ORGANIZATION_ENDPOINTS = {
  createOrganization: consoleEndpoint('POST', '/api/organizations', 'owner', {
    stepUp: true,
    action: 'organization.created',
    body: createOrganizationRequestSchema,
    answer: sessionSchema,
  }),
  deleteOrganization: consoleEndpoint('POST', '/api/organization/deletion', 'owner', {
    stepUp: true,
    action: 'organization.deleted',
    body: deleteOrganizationRequestSchema,
    answer: sessionSchema,
  }),
}
