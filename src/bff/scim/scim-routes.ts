import type { BffContext, Route } from '#bff/context.ts'
import { SCIM_ENDPOINTS, SCIM_PATH } from '#protocol/scim.ts'
import { patchUser, replaceUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import {
  getResourceType,
  getSchema,
  getServiceProviderConfig,
  listResourceTypes,
  listSchemas,
} from './describe-server.ts'
import { findConnection, type ScimAsked } from './find-connection.ts'
import { getUser } from './get-user.ts'
import { listUsers } from './list-users.ts'

type Operation = (asked: ScimAsked<BffContext>) => Promise<Response> | Response

/** Maps each endpoint for identity providers to its operation. */
const OPERATIONS: Readonly<Record<keyof typeof SCIM_ENDPOINTS, Operation>> = {
  getServiceProviderConfig,
  listResourceTypes,
  getResourceType,
  listSchemas,
  getSchema,
  listUsers,
  createUser,
  getUser,
  replaceUser,
  patchUser,
  deleteUser,
}

/** Routes for the organizations' identity providers. The SCIM token is the only credential of these requests. */
export function scimRoutes(ctx: BffContext): Route[] {
  const operations = new Map<string, Operation>(Object.entries(OPERATIONS))
  return Object.entries(SCIM_ENDPOINTS).map(([name, { method, path }]): Route => {
    const operate = operations.get(name)
    if (operate === undefined) throw new Error(`${name} has no operation`)
    return {
      method,
      path,
      handle: async (exchange) => {
        const connection = await findConnection(ctx, exchange)
        const response = await operate({ ctx, exchange, ...connection })
        if (method !== 'GET') ctx.live.publishChange(connection.organization.id)
        return response
      },
    }
  })
}

/** Whether a path belongs to the SCIM server. Errors of its requests are SCIM documents. */
export function isScimPath(path: string): boolean {
  return path === SCIM_PATH || path.startsWith(`${SCIM_PATH}/`)
}
