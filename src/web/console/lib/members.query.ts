import { memberListSchema } from '#protocol/members.ts'
import { pathQuery } from './api.ts'

/** The people of the organization, in the order of joining. */
export const membersQuery = () => pathQuery(['members'], '/api/members', memberListSchema)
