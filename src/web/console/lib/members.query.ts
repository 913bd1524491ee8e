import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import { consoleApi } from './api.ts'

/** Members of the organization, in the order in which they joined. */
export const membersQuery = () => consoleApi.query(['members'], MEMBER_ENDPOINTS.listMembers)
