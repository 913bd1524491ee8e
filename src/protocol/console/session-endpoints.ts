import { switchOrganizationRequestSchema } from '#protocol/members.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { sessionSchema } from './console-session.ts'

/** The browser's session. */
export const SESSION_ENDPOINTS = {
  getSession: consoleEndpoint('GET', '/api/session', null, { answer: sessionSchema }),
  signOut: consoleEndpoint('POST', '/api/sign-out', null, {
    action: 'session.signed-out',
    answer: sessionSchema,
  }),
  /** Switches only to another organization of the person. */
  switchOrganization: consoleEndpoint('POST', '/api/session/organization', 'read-only', {
    body: switchOrganizationRequestSchema,
    answer: sessionSchema,
  }),
}
