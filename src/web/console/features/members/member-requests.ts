import * as z from 'zod/mini'
import {
  invitationListSchema,
  invitedSchema,
  memberListSchema,
  type InviteRequest,
} from '#protocol/members.ts'
import type { Role } from '#protocol/console-access.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

const MEMBERS = '/api/members'
const INVITATIONS = '/api/invitations'
const memberPath = (memberId: string) => `${MEMBERS}/${encodeURIComponent(memberId)}`

export const membersQuery = () => pathQuery(['members'], MEMBERS, memberListSchema)

export const changeRole = (memberId: string, role: Role) =>
  callApi({ method: 'PUT', path: memberPath(memberId), body: { role }, answer: z.unknown() })

/** Their sessions and open pages in this organization end with it. */
export const removeMember = (memberId: string) =>
  callApi({ method: 'DELETE', path: memberPath(memberId), answer: z.unknown() })

export const endMemberSessions = (memberId: string) =>
  callApi({ method: 'DELETE', path: `${memberPath(memberId)}/sessions`, answer: z.unknown() })

export const invitationsQuery = () => pathQuery(['invitations'], INVITATIONS, invitationListSchema)

/** Only this answer holds the link: no cache may store it. */
export const invite = (body: InviteRequest, idempotencyKey: string) =>
  callApi({ method: 'POST', path: INVITATIONS, body, answer: invitedSchema, idempotencyKey })

export const revokeInvitation = (invitationId: string) =>
  callApi({
    method: 'DELETE',
    path: `${INVITATIONS}/${encodeURIComponent(invitationId)}`,
    answer: z.unknown(),
  })
