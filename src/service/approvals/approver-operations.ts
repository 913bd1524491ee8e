import type { ApproverSession } from '#protocol/approver-api.ts'
import type { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { HasApprovalUrl, HasDatabase } from '#service/context-parts.ts'
import { WithHeaders } from '#service/http/endpoint-types.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import type { ApproverOperations } from './approver-operation.ts'
import { listPasskeys, removePasskey } from './approver-passkeys.ts'
import { beginEnrolment, readInvitation } from './begin-enrolment.ts'
import { approvalRelyingParty } from './ceremonies.ts'
import { beginKeyChange, finishKeyChange } from './change-approval-keys.ts'
import { beginMessageDecision, finishMessageDecision } from './decide-message.ts'
import { beginDecision, finishDecision } from './decision.ts'
import { finishEnrolment } from './finish-enrolment.ts'
import { getHeldMessage, listMessages } from './held-messages.ts'
import { getHeldTransaction, listHistory, listWaiting } from './held-transactions.ts'
import { requestInvitation } from './invite-approver.ts'
import { endMute, listMutes } from './mutes.ts'
import { beginObjection, finishObjection, getGuardedWallet } from './objection.ts'
import {
  beginSignIn,
  endSession,
  findSession,
  finishSignIn,
  sessionAnswer,
  sessionCookie,
  type Approver,
} from './sessions.ts'
import { moveSubscriptions, subscribePush, unsubscribePush } from './subscribe-push.ts'
import { pushKeys } from './web-push.ts'

/** The operation of each endpoint of the approval app. The session cookie is read and set here. */
export const APPROVER_OPERATIONS: ApproverOperations<typeof APPROVER_ENDPOINTS> = {
  getApproverSession: async (_ctx, approver) => sessionAnswer(approver),
  requestInvitation,
  readInvitation,
  beginEnrolment,
  finishEnrolment: async (ctx, approver, { body }) =>
    signedIn(ctx, approver, await finishEnrolment(ctx, approver, body)),
  beginSignIn,
  finishSignIn: async (ctx, approver, { body }) => signedIn(ctx, approver, await finishSignIn(ctx, body)),
  signOut: async (ctx, approver) => {
    if (approver !== undefined) await endSession(ctx, approver.sessionHash)
    return withCookie(ctx, sessionAnswer(undefined), '')
  },
  listPasskeys,
  removePasskey,
  beginKeyChange,
  finishKeyChange,
  listKnownTokens: knownTokens,
  listWaiting,
  getHeldTransaction,
  listHistory,
  beginDecision,
  finishDecision,
  listMessages,
  getHeldMessage,
  beginMessageDecision,
  finishMessageDecision,
  getGuardedWallet,
  beginObjection,
  finishObjection,
  getPushKey: async (ctx) => ({ publicKey: (await pushKeys(ctx)).publicKey }),
  subscribePush,
  unsubscribePush,
  listMutes,
  endMute,
}

/**
 * Sets a new session in the browser's cookie and ends the previous one. If the same person signed in again, their
 * push messages continue in the new session.
 */
async function signedIn(
  ctx: HasDatabase & HasApprovalUrl,
  before: Approver | undefined,
  session: { id: string },
) {
  const after = await findSession(ctx, session.id)
  if (before !== undefined) {
    if (before.id === after?.id) await moveSubscriptions(ctx, before, after)
    await endSession(ctx, before.sessionHash)
  }
  return withCookie(ctx, sessionAnswer(after), session.id)
}

function withCookie(
  ctx: HasApprovalUrl,
  answer: ApproverSession,
  sessionId: string,
): WithHeaders<ApproverSession> {
  return new WithHeaders(answer, { 'set-cookie': sessionCookie(approvalRelyingParty(ctx), sessionId) })
}
