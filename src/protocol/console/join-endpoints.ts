import * as z from 'zod/mini'
import {
  joinInvitationSchema,
  joinOptionsRequestSchema,
  joinRequestSchema,
  joinVerifyRequestSchema,
} from '#protocol/members.ts'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { sessionSchema } from './console-session.ts'

/** Joining by an invitation, and regaining access by a recovery code or link (ADR 0020). */
export const JOIN_ENDPOINTS = {
  readInvitation: consoleEndpoint('POST', '/api/join/invitation', null, {
    limit: 'join',
    body: joinRequestSchema,
    answer: joinInvitationSchema,
  }),
  beginJoin: consoleEndpoint('POST', '/api/join/options', null, {
    limit: 'join',
    body: joinOptionsRequestSchema,
    answer: z.object({ options: creationOptionsSchema }),
  }),
  finishJoin: consoleEndpoint('POST', '/api/join/verify', null, {
    limit: 'join',
    action: 'member.joined',
    body: joinVerifyRequestSchema,
    answer: sessionSchema,
  }),
  /** A signed-in person joins one more organization. */
  acceptInvitation: consoleEndpoint('POST', '/api/join/accept', 'read-only', {
    stepUp: true,
    action: 'member.joined',
    body: joinRequestSchema,
    answer: sessionSchema,
  }),
  beginAccountRecovery: consoleEndpoint('POST', '/api/recover/options', null, {
    limit: 'join',
    body: joinRequestSchema,
    answer: z.object({ options: creationOptionsSchema }),
  }),
  finishAccountRecovery: consoleEndpoint('POST', '/api/recover/verify', null, {
    limit: 'join',
    action: 'member.recovered',
    body: joinVerifyRequestSchema,
    answer: sessionSchema,
  }),
}
