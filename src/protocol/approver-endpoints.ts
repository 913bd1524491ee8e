import type { Endpoint } from './endpoint.ts'
import * as approver from './approver-api.ts'

/**
 * A row of the approval app's table. `session`: whether only a signed-in approver may call it. No scope opens
 * these, and none accepts an API key.
 */
export type ApproverEndpoint = Omit<Endpoint, 'scope'> & { session: boolean }

/** Everything below `/approve/api`. */
export const APPROVER_ENDPOINTS = {
  getApproverSession: {
    method: 'GET',
    path: '/session',
    session: false,
    answer: approver.approverSessionSchema,
    summary: 'Learn whether this browser is signed in',
  },
  requestInvitation: {
    method: 'POST',
    path: '/invitations',
    session: false,
    body: approver.requestInvitationSchema,
    answer: approver.doneSchema,
    summary: 'Send the invitation to enrol again',
  },
  beginEnrolment: {
    method: 'POST',
    path: '/enrolment/begin',
    session: false,
    body: approver.beginEnrolmentSchema,
    answer: approver.ceremonySchema,
    summary: 'Begin to enrol an approval passkey',
  },
  finishEnrolment: {
    method: 'POST',
    path: '/enrolment/finish',
    session: false,
    body: approver.finishEnrolmentSchema,
    answer: approver.approverSessionSchema,
    summary: 'Enrol an approval passkey and sign in',
  },
  beginSignIn: {
    method: 'POST',
    path: '/sign-in/begin',
    session: false,
    body: approver.emptySchema,
    answer: approver.ceremonySchema,
    summary: 'Begin to sign in with an approval passkey',
  },
  finishSignIn: {
    method: 'POST',
    path: '/sign-in/finish',
    session: false,
    body: approver.finishSignInSchema,
    answer: approver.approverSessionSchema,
    summary: 'Sign in with an approval passkey',
  },
  signOut: {
    method: 'POST',
    path: '/sign-out',
    session: false,
    body: approver.emptySchema,
    answer: approver.approverSessionSchema,
    summary: 'Sign out',
  },
  listKnownTokens: {
    method: 'GET',
    path: '/tokens',
    session: true,
    answer: approver.knownTokenListSchema,
    summary: 'List the tokens that this deployment vouches for',
  },
  listWaiting: {
    method: 'GET',
    path: '/transactions',
    session: true,
    answer: approver.heldTransactionListSchema,
    summary:
      'List what waits for a decision, the most urgent first, and what failed and can still be executed',
  },
  getHeldTransaction: {
    method: 'GET',
    path: '/transactions/:transactionUuid',
    session: true,
    params: approver.heldParamsSchema,
    answer: approver.heldTransactionSchema,
    summary: 'Read one transaction; its integrator learns that it was seen',
  },
  listHistory: {
    method: 'GET',
    path: '/history',
    session: true,
    query: approver.historyQuerySchema,
    answer: approver.historySchema,
    summary: 'List what was decided or has ended, newest first',
  },
  beginDecision: {
    method: 'POST',
    path: '/decisions/begin',
    session: true,
    body: approver.beginDecisionSchema,
    answer: approver.decisionCeremonySchema,
    summary: 'Begin to approve, decline or report a transaction',
  },
  finishDecision: {
    method: 'POST',
    path: '/decisions/finish',
    session: true,
    body: approver.finishDecisionSchema,
    answer: approver.heldTransactionSchema,
    summary: 'Decide a transaction with the approval passkey',
  },
  getPushKey: {
    method: 'GET',
    path: '/push/key',
    session: true,
    answer: approver.pushKeySchema,
    summary: 'Read the key that a browser subscribes to push messages with',
  },
  subscribePush: {
    method: 'POST',
    path: '/push/subscriptions',
    session: true,
    body: approver.subscribePushSchema,
    answer: approver.doneSchema,
    summary: 'Send push messages to this browser',
  },
  unsubscribePush: {
    method: 'POST',
    path: '/push/unsubscribe',
    session: true,
    body: approver.unsubscribePushSchema,
    answer: approver.doneSchema,
    summary: 'Send push messages to this browser no more',
  },
  listMutes: {
    method: 'GET',
    path: '/mutes',
    session: true,
    answer: approver.muteListSchema,
    summary: 'List the wallets that notify nobody for a while, after a report',
  },
  endMute: {
    method: 'POST',
    path: '/mutes/end',
    session: true,
    body: approver.endMuteSchema,
    answer: approver.doneSchema,
    summary: 'Let a wallet notify again',
  },
} as const satisfies Record<string, ApproverEndpoint>
