import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import {
  changeRoleRequestSchema,
  invitationListSchema,
  invitedSchema,
  inviteRequestSchema,
  memberListSchema,
  recoveryLinkSchema,
} from '#protocol/members.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const params = z.strictObject({ memberId: uuidSchema })
const done = z.object({ success: z.literal(true) })

/** The people of an organization. `mayGovern` decides whom an admin may change. */
export const MEMBER_ENDPOINTS = {
  listMembers: consoleEndpoint('GET', '/api/members', 'read-only', { answer: memberListSchema }),
  changeRole: consoleEndpoint('PUT', '/api/members/:memberId', 'admin', {
    stepUp: true,
    action: 'member.role-changed',
    params,
    body: changeRoleRequestSchema,
    answer: memberListSchema,
  }),
  removeMember: consoleEndpoint('DELETE', '/api/members/:memberId', 'admin', {
    stepUp: true,
    action: 'member.removed',
    params,
    answer: done,
  }),
  endMemberSessions: consoleEndpoint('DELETE', '/api/members/:memberId/sessions', 'admin', {
    stepUp: true,
    action: 'member.sessions-ended',
    params,
    answer: done,
  }),
  startRecovery: consoleEndpoint('POST', '/api/members/:memberId/recovery', 'owner', {
    stepUp: true,
    action: 'member.recovery-started',
    params,
    answer: recoveryLinkSchema,
  }),
  listInvitations: consoleEndpoint('GET', '/api/invitations', 'admin', { answer: invitationListSchema }),
  inviteMember: consoleEndpoint('POST', '/api/invitations', 'admin', {
    stepUp: true,
    action: 'member.invited',
    body: inviteRequestSchema,
    answer: invitedSchema,
  }),
  revokeInvitation: consoleEndpoint('DELETE', '/api/invitations/:invitationId', 'admin', {
    stepUp: true,
    action: 'member.invitation-revoked',
    params: z.strictObject({ invitationId: uuidSchema }),
    answer: done,
  }),
}
