import type { Endpoint } from './endpoint.ts'
import { transactionParams } from './fields.ts'
import * as approver from './approver-api.ts'

/** A row of the approval app's table. No scope opens these, and none accepts an API key. */
export type ApproverEndpoint = Omit<Endpoint, 'scope'> & { session: boolean }

/** Whether only a signed-in approver may call it. */
const ANYONE = false
const SIGNED_IN = true

// @__NO_SIDE_EFFECTS__
function approverEndpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  const Session extends boolean,
  const Rest extends Omit<ApproverEndpoint, 'method' | 'path' | 'session'>,
>(method: Method, path: Path, session: Session, rest: Rest) {
  return { method, path, session, ...rest }
}

/** Everything below `/approve/api`. */
export const APPROVER_ENDPOINTS = {
  getApproverSession: approverEndpoint('GET', '/session', ANYONE, {
    answer: approver.approverSessionSchema,
    summary: 'Learn whether this browser is signed in',
  }),
  requestInvitation: approverEndpoint('POST', '/invitations', ANYONE, {
    body: approver.requestInvitationSchema,
    answer: approver.doneSchema,
    summary: 'Send the invitation to enrol again',
  }),
  readInvitation: approverEndpoint('POST', '/invitations/read', ANYONE, {
    body: approver.readInvitationSchema,
    answer: approver.brandSchema,
    summary: 'Learn which organization invites, and whether the link still works',
  }),
  beginEnrolment: approverEndpoint('POST', '/enrolment/begin', ANYONE, {
    body: approver.beginEnrolmentSchema,
    answer: approver.ceremonySchema,
    summary: 'Begin to enrol an approval passkey',
  }),
  finishEnrolment: approverEndpoint('POST', '/enrolment/finish', ANYONE, {
    body: approver.finishEnrolmentSchema,
    answer: approver.approverSessionSchema,
    summary: 'Enrol an approval passkey and sign in',
  }),
  beginSignIn: approverEndpoint('POST', '/sign-in/begin', ANYONE, {
    body: approver.emptySchema,
    answer: approver.ceremonySchema,
    summary: 'Begin to sign in with an approval passkey',
  }),
  finishSignIn: approverEndpoint('POST', '/sign-in/finish', ANYONE, {
    body: approver.finishSignInSchema,
    answer: approver.approverSessionSchema,
    summary: 'Sign in with an approval passkey',
  }),
  signOut: approverEndpoint('POST', '/sign-out', ANYONE, {
    body: approver.emptySchema,
    answer: approver.approverSessionSchema,
    summary: 'Sign out',
  }),
  listPasskeys: approverEndpoint('GET', '/passkeys', SIGNED_IN, {
    answer: approver.approverPasskeyListSchema,
    summary: 'List the approval passkeys of the person',
  }),
  removePasskey: approverEndpoint('POST', '/passkeys/removal', SIGNED_IN, {
    body: approver.removePasskeySchema,
    answer: approver.approverPasskeyListSchema,
    summary: 'Remove an approval passkey, and sign out the other browsers',
  }),
  listKnownTokens: approverEndpoint('GET', '/tokens', SIGNED_IN, {
    answer: approver.knownTokenListSchema,
    summary: 'List the tokens that this deployment vouches for',
  }),
  listWaiting: approverEndpoint('GET', '/transactions', SIGNED_IN, {
    answer: approver.heldTransactionListSchema,
    summary:
      'List what waits for a decision, the most urgent first, and what failed and can still be executed',
  }),
  getHeldTransaction: approverEndpoint('GET', '/transactions/:transactionUuid', SIGNED_IN, {
    params: transactionParams,
    answer: approver.heldTransactionSchema,
    summary: 'Read one transaction; its integrator learns that it was seen',
  }),
  listHistory: approverEndpoint('GET', '/history', SIGNED_IN, {
    query: approver.historyQuerySchema,
    answer: approver.historySchema,
    summary: 'List what was decided or has ended, newest first',
  }),
  beginDecision: approverEndpoint('POST', '/decisions/begin', SIGNED_IN, {
    body: approver.beginDecisionSchema,
    answer: approver.decisionCeremonySchema,
    summary: 'Begin to approve, decline or report a transaction',
  }),
  finishDecision: approverEndpoint('POST', '/decisions/finish', SIGNED_IN, {
    body: approver.finishDecisionSchema,
    answer: approver.heldTransactionSchema,
    summary: 'Decide a transaction with the approval passkey',
  }),
  getPushKey: approverEndpoint('GET', '/push/key', SIGNED_IN, {
    answer: approver.pushKeySchema,
    summary: 'Read the key that a browser subscribes to push messages with',
  }),
  subscribePush: approverEndpoint('POST', '/push/subscriptions', SIGNED_IN, {
    body: approver.subscribePushSchema,
    answer: approver.doneSchema,
    summary: 'Send push messages to this browser',
  }),
  unsubscribePush: approverEndpoint('POST', '/push/unsubscribe', SIGNED_IN, {
    body: approver.unsubscribePushSchema,
    answer: approver.doneSchema,
    summary: 'Send push messages to this browser no more',
  }),
  listMutes: approverEndpoint('GET', '/mutes', SIGNED_IN, {
    answer: approver.muteListSchema,
    summary: 'List the wallets that notify nobody for a while, after a report',
  }),
  endMute: approverEndpoint('POST', '/mutes/end', SIGNED_IN, {
    body: approver.endMuteSchema,
    answer: approver.doneSchema,
    summary: 'Let a wallet notify again',
  }),
}
