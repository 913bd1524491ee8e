import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  invitationListSchema,
  invitedSchema,
  memberListSchema,
  type Invited,
  type InviteRequest,
} from '#protocol/org/members.ts'
import type { Role } from '#protocol/org/roles.ts'
import { callApi } from '#web/console/lib/api.ts'

const MEMBERS = '/api/members'
const INVITATIONS = '/api/invitations'
const memberPath = (memberId: string) => `${MEMBERS}/${encodeURIComponent(memberId)}`

export const membersQuery = () =>
  queryOptions({
    queryKey: ['members'],
    queryFn: ({ signal }) => callApi({ method: 'GET', path: MEMBERS, answer: memberListSchema, signal }),
  })

export async function changeRole(memberId: string, role: Role): Promise<void> {
  await callApi({ method: 'PUT', path: memberPath(memberId), body: { role }, answer: z.unknown() })
}

/** Their sessions and open pages in this organization end with it. */
export async function removeMember(memberId: string): Promise<void> {
  await callApi({ method: 'DELETE', path: memberPath(memberId), answer: z.unknown() })
}

export async function endMemberSessions(memberId: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `${memberPath(memberId)}/sessions`, answer: z.unknown() })
}

export const invitationsQuery = () =>
  queryOptions({
    queryKey: ['invitations'],
    queryFn: ({ signal }) =>
      callApi({ method: 'GET', path: INVITATIONS, answer: invitationListSchema, signal }),
  })

/** Only this answer holds the link: no cache may store it. */
export function invite(body: InviteRequest, idempotencyKey: string): Promise<Invited> {
  return callApi({ method: 'POST', path: INVITATIONS, body, answer: invitedSchema, idempotencyKey })
}

export async function revokeInvitation(invitationId: string): Promise<void> {
  const path = `${INVITATIONS}/${encodeURIComponent(invitationId)}`
  await callApi({ method: 'DELETE', path, answer: z.unknown() })
}
