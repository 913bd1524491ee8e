import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import { consoleApi } from './api.ts'
import type { RowQuery } from './row-query.ts'

/** Members of the organization, in the order in which they joined. */
export const membersQuery = (): RowQuery<typeof MEMBER_ENDPOINTS.listMembers> =>
  consoleApi.query(['members'], MEMBER_ENDPOINTS.listMembers)
