import { invitationListSchema, memberListSchema } from '#protocol/members.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

export const membersQuery = () => pathQuery(['members'], '/api/members', memberListSchema)

export const invitationsQuery = () => pathQuery(['invitations'], '/api/invitations', invitationListSchema)
