import type { Endpoint } from './endpoint.ts'
import type { Role } from './roles.ts'

/** Path of the SCIM 2.0 server, at which identity providers provision members. Source: RFC 7644. */
export const SCIM_PATH = '/scim/v2'

/** Path of the users, below which each user has a path with its id. */
export const SCIM_USERS_PATH = `${SCIM_PATH}/Users`

/** The actor of the audit log, and the sender of invitations, for what an identity provider does. */
export const SCIM_ACTOR = { id: 'scim', name: 'SCIM' } as const

/** The only role that an identity provider can give. Members get other roles in the console (ADR 0020). */
export const SCIM_ROLE = 'read-only' satisfies Role

/** Maximum number of users in one response. */
export const SCIM_PAGE_MAX = 200

type ScimEndpoint = {
  method: Endpoint['method'] | 'PATCH'
  path: string
  /** The endpoint's actions in the audit log, which never change. Undefined if the endpoint is not logged. */
  action?: readonly string[]
}

const UPDATED = 'provisioning.user-updated'
const DEACTIVATED = 'provisioning.user-deactivated'
const REACTIVATED = 'provisioning.user-reactivated'

/**
 * The endpoints for identity providers. The organization's SCIM token is their only credential. Requests and
 * responses have the shapes of RFC 7643 and RFC 7644, without our envelope.
 */
export const SCIM_ENDPOINTS = {
  getServiceProviderConfig: { method: 'GET', path: `${SCIM_PATH}/ServiceProviderConfig` },
  listResourceTypes: { method: 'GET', path: `${SCIM_PATH}/ResourceTypes` },
  getResourceType: { method: 'GET', path: `${SCIM_PATH}/ResourceTypes/:name` },
  listSchemas: { method: 'GET', path: `${SCIM_PATH}/Schemas` },
  getSchema: { method: 'GET', path: `${SCIM_PATH}/Schemas/:name` },
  listUsers: { method: 'GET', path: SCIM_USERS_PATH },
  createUser: { method: 'POST', path: SCIM_USERS_PATH, action: ['provisioning.user-created'] },
  getUser: { method: 'GET', path: `${SCIM_USERS_PATH}/:userId` },
  replaceUser: {
    method: 'PUT',
    path: `${SCIM_USERS_PATH}/:userId`,
    action: [UPDATED, DEACTIVATED, REACTIVATED],
  },
  patchUser: {
    method: 'PATCH',
    path: `${SCIM_USERS_PATH}/:userId`,
    action: [UPDATED, DEACTIVATED, REACTIVATED],
  },
  deleteUser: { method: 'DELETE', path: `${SCIM_USERS_PATH}/:userId`, action: ['provisioning.user-deleted'] },
} as const satisfies Record<string, ScimEndpoint>
