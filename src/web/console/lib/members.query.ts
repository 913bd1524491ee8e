import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import { consoleApi } from './api.ts'

/** The people of the organization, in the order of joining. */
export const membersQuery = () => consoleApi.query(['members'], MEMBER_ENDPOINTS.listMembers)
