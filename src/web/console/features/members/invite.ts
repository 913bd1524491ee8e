import * as z from 'zod/mini'
import { invitedSchema, type Invited, type InviteRequest } from '#protocol/org/members.ts'
import { callApi } from '#web/console/lib/api.ts'

/** The answer is the only one that ever holds the link: it is kept in no cache. */
export async function invite(request: InviteRequest, idempotencyKey: string): Promise<Invited> {
  const path = '/api/invitations'
  return (await callApi({ method: 'POST', path, body: request, answer: invitedSchema, idempotencyKey }))
    .content
}

export async function revokeInvitation(invitationId: string): Promise<void> {
  const path = `/api/invitations/${encodeURIComponent(invitationId)}`
  await callApi({ method: 'DELETE', path, answer: z.unknown() })
}
