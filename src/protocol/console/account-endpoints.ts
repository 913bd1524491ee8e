import * as z from 'zod/mini'
import { alertMailsSchema, shownAlertMailsSchema } from '#protocol/alerts.ts'
import { uuidSchema } from '#protocol/fields.ts'
import {
  ownIdentitySchema,
  ownSessionListSchema,
  providerSignInSchema,
  renamePersonRequestSchema,
} from '#protocol/members.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { sessionSchema } from './console-session.ts'

/** The endpoints of the person's own account, for members of any role. */
export const ACCOUNT_ENDPOINTS = {
  /** Requires a passkey, because members read this name when the person requests or gives an approval. */
  renamePerson: consoleEndpoint('PUT', '/api/account/name', 'read-only', {
    stepUp: true,
    action: 'member.renamed',
    changesAccount: true,
    body: renamePersonRequestSchema,
    answer: sessionSchema,
  }),
  listOwnSessions: consoleEndpoint('GET', '/api/account/sessions', 'read-only', {
    answer: ownSessionListSchema,
  }),
  endOwnSession: consoleEndpoint('DELETE', '/api/account/sessions/:sessionId', 'read-only', {
    changesAccount: true,
    params: z.strictObject({ sessionId: uuidSchema }),
    answer: ownSessionListSchema,
  }),
  signOutEverywhere: consoleEndpoint('POST', '/api/account/sign-out-everywhere', 'read-only', {
    action: 'session.all-ended',
    changesAccount: true,
    answer: sessionSchema,
  }),
  getAlertMails: consoleEndpoint('GET', '/api/account/alerts', 'read-only', {
    answer: shownAlertMailsSchema,
  }),
  /** Requires a passkey, so that a stolen session cannot turn off the mails. */
  setAlertMails: consoleEndpoint('PUT', '/api/account/alerts', 'read-only', {
    stepUp: true,
    action: 'alerts.mails-set',
    changesAccount: true,
    body: alertMailsSchema,
    answer: shownAlertMailsSchema,
  }),
  getOwnIdentity: consoleEndpoint('GET', '/api/account/identity', 'read-only', { answer: ownIdentitySchema }),
  beginIdentityLink: consoleEndpoint('POST', '/api/account/identity', 'read-only', {
    stepUp: true,
    changesAccount: true,
    answer: providerSignInSchema,
  }),
  unlinkIdentity: consoleEndpoint('DELETE', '/api/account/identity', 'read-only', {
    stepUp: true,
    action: 'identity.unlinked',
    changesAccount: true,
    answer: ownIdentitySchema,
  }),
}
