import * as z from 'zod/mini'
import { assertionJsonSchema } from '#protocol/passkey/credential-json.ts'
import * as approver from './approver-api.ts'
import * as ceremonies from './approver-ceremonies.ts'
import { emailSchema } from './email-schema.ts'
import type { Endpoint } from './endpoint.ts'
import { addressSchema, matching, enumSchema, textSchema, transactionParams, uuidSchema } from './fields.ts'
import { messageParams } from './held-messages.ts'

/** An endpoint of the approval app. API keys and their scopes give no access to it. */
export type ApproverEndpoint = Omit<Endpoint, 'scope'> & { session: boolean }

/** Whether an endpoint requires a signed-in approver. */
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

const emptySchema = z.strictObject({})
const { secretSchema } = ceremonies
/**
 * The challenge in `options` is `approvalChallenge` with this nonce. `coSigner`: the person's approval wallet. If it
 * is set, the challenge is `coSignatureDigest` instead, and the assertion is the co-signature. The app checks the
 * challenge before the prompt.
 */
const begunDecisionSchema = z.extend(ceremonies.ceremonySchema, {
  nonce: secretSchema,
  coSigner: z.optional(addressSchema),
})
export type BegunDecision = z.infer<typeof begunDecisionSchema>
/**
 * `number` is required to approve, and is checked before a challenge is created. A wrong number declines the
 * transaction or message, which is then the response.
 */
const beginFields = { decision: enumSchema(approver.DECISIONS), number: z.optional(approver.numberSchema) }
const decidedSchema = z.strictObject({
  ceremonyId: secretSchema,
  response: assertionJsonSchema,
  comment: z.optional(textSchema(approver.COMMENT_LENGTH_MAX)),
})
const passkeyIdSchema = matching(/^[A-Za-z0-9_-]{1,1400}$/, 'must be the id of a passkey')
const walletParams = z.strictObject({ walletAddress: addressSchema })
/** URL of a Web Push subscription, at the push service. */
const pushEndpointSchema = z.string('must be a string').check(z.maxLength(1_000))

/** All endpoints below `/approve/api`. Notifications are Web Push subscriptions and mutes (profile 9, ADR 0012). */
export const APPROVER_ENDPOINTS = {
  getApproverSession: approverEndpoint('GET', '/session', ANYONE, {
    answer: approver.approverSessionSchema,
    summary: 'Check whether this browser is signed in',
  }),
  requestInvitation: approverEndpoint('POST', '/invitations', ANYONE, {
    // The response is the same for every email address.
    body: z.strictObject({ email: emailSchema }),
    answer: approver.doneSchema,
    summary: 'Send the invitation to enrol again',
  }),
  readInvitation: approverEndpoint('POST', '/invitations/read', ANYONE, {
    body: z.strictObject({ invitation: secretSchema }),
    answer: approver.brandSchema,
    summary: 'Check an invitation link, and get the organization that sent it',
  }),
  beginEnrolment: approverEndpoint('POST', '/enrolment/begin', ANYONE, {
    // Authenticated by the token of the mailed link, or by a session to add another passkey.
    body: z.strictObject({ invitation: z.optional(secretSchema) }),
    answer: ceremonies.ceremonySchema,
    summary: 'Begin to enrol an approval passkey',
  }),
  finishEnrolment: approverEndpoint('POST', '/enrolment/finish', ANYONE, {
    body: ceremonies.finishEnrolmentSchema,
    answer: approver.approverSessionSchema,
    summary: 'Enrol an approval passkey and sign in',
  }),
  beginSignIn: approverEndpoint('POST', '/sign-in/begin', ANYONE, {
    body: emptySchema,
    answer: ceremonies.begunSignInSchema,
    summary: 'Begin to sign in with an approval passkey',
  }),
  finishSignIn: approverEndpoint('POST', '/sign-in/finish', ANYONE, {
    body: ceremonies.finishSignInSchema,
    answer: approver.approverSessionSchema,
    summary: 'Sign in with an approval passkey',
  }),
  signOut: approverEndpoint('POST', '/sign-out', ANYONE, {
    body: emptySchema,
    answer: approver.approverSessionSchema,
    summary: 'Sign out',
  }),
  listPasskeys: approverEndpoint('GET', '/passkeys', SIGNED_IN, {
    answer: approver.approverPasskeyListSchema,
    summary: 'List the approval passkeys of the person',
  }),
  removePasskey: approverEndpoint('POST', '/passkeys/removal', SIGNED_IN, {
    // Uses the ceremony of `POST /sign-in/begin`, completed by any of the person's passkeys.
    body: z.strictObject({
      passkeyId: passkeyIdSchema,
      ceremonyId: secretSchema,
      response: assertionJsonSchema,
    }),
    answer: approver.approverPasskeyListSchema,
    summary: 'Remove an approval passkey, and sign out the other browsers',
  }),
  beginKeyChange: approverEndpoint('POST', '/passkeys/keys/begin', SIGNED_IN, {
    // `key` replaces the id when removing a key that belongs to no passkey of the person.
    body: z.strictObject({
      change: enumSchema(approver.KEY_CHANGES),
      passkeyId: z.optional(passkeyIdSchema),
      key: z.optional(approver.keySchema),
    }),
    answer: ceremonies.begunKeyChangeSchema,
    summary: 'Begin to let a passkey sign for the approval wallet, or to end that',
  }),
  finishKeyChange: approverEndpoint('POST', '/passkeys/keys/finish', SIGNED_IN, {
    body: decidedSchema,
    answer: approver.approverPasskeyListSchema,
    summary: 'Change the keys of the approval wallet with one of them; a removed passkey is removed here too',
  }),
  listKnownTokens: approverEndpoint('GET', '/tokens', SIGNED_IN, {
    answer: approver.knownTokenListSchema,
    summary: 'List the tokens that this deployment vouches for',
  }),
  listWaiting: approverEndpoint('GET', '/transactions', SIGNED_IN, {
    answer: approver.heldTransactionListSchema,
    summary: 'List pending transactions, the most urgent first, and failed ones that can still be executed',
  }),
  getHeldTransaction: approverEndpoint('GET', '/transactions/:transactionUuid', SIGNED_IN, {
    params: transactionParams,
    answer: approver.heldTransactionSchema,
    summary: 'Read one transaction; its integrator learns that it was seen',
  }),
  listHistory: approverEndpoint('GET', '/history', SIGNED_IN, {
    query: approver.historyQuerySchema,
    answer: approver.historySchema,
    summary: 'List decided and ended transactions, newest first',
  }),
  beginDecision: approverEndpoint('POST', '/decisions/begin', SIGNED_IN, {
    body: z.strictObject({ transactionUuid: uuidSchema, ...beginFields }),
    answer: z.union([begunDecisionSchema, approver.heldTransactionSchema]),
    summary: 'Begin to approve, decline or report a transaction',
  }),
  finishDecision: approverEndpoint('POST', '/decisions/finish', SIGNED_IN, {
    body: decidedSchema,
    answer: approver.heldTransactionSchema,
    summary: 'Decide a transaction with the approval passkey',
  }),
  listMessages: approverEndpoint('GET', '/messages', SIGNED_IN, {
    answer: approver.heldMessageListSchema,
    summary: 'List the messages that wait for a decision or were decided, the newest first',
  }),
  getHeldMessage: approverEndpoint('GET', '/messages/:messageUuid', SIGNED_IN, {
    params: messageParams,
    answer: approver.heldMessageSchema,
    summary: 'Read one message',
  }),
  beginMessageDecision: approverEndpoint('POST', '/messages/decisions/begin', SIGNED_IN, {
    body: z.strictObject({ messageUuid: uuidSchema, ...beginFields }),
    answer: z.union([begunDecisionSchema, approver.heldMessageSchema]),
    summary: 'Begin to approve, decline or report a message',
  }),
  finishMessageDecision: approverEndpoint('POST', '/messages/decisions/finish', SIGNED_IN, {
    body: decidedSchema,
    answer: approver.heldMessageSchema,
    summary: 'Decide a message with the approval passkey',
  }),
  getGuardedWallet: approverEndpoint('GET', '/wallets/:walletAddress', SIGNED_IN, {
    params: walletParams,
    answer: approver.guardedWalletSchema,
    summary: 'Read who must sign for a wallet of the person, from the chain',
  }),
  beginObjection: approverEndpoint('POST', '/objections/begin', SIGNED_IN, {
    body: walletParams,
    answer: ceremonies.begunObjectionSchema,
    summary: 'Begin to object to the removal of the co-signer from a wallet',
  }),
  finishObjection: approverEndpoint('POST', '/objections/finish', SIGNED_IN, {
    body: decidedSchema,
    answer: approver.doneSchema,
    summary: 'Object with the approval passkey; the approval wallet sends the objection to the chain',
  }),
  getPushKey: approverEndpoint('GET', '/push/key', SIGNED_IN, {
    // The deployment's VAPID key, 65 bytes as base64url. It is the browser's `applicationServerKey` (RFC 8292).
    answer: z.object({ publicKey: z.string() }),
    summary: 'Read the key that a browser subscribes to push messages with',
  }),
  subscribePush: approverEndpoint('POST', '/push/subscriptions', SIGNED_IN, {
    // A repeated subscription moves to the present session. Keys are base64url, as browsers write them (RFC
    // 8291 section 3).
    body: z.strictObject({
      endpoint: pushEndpointSchema,
      keys: z.strictObject({
        p256dh: matching(
          /^[A-Za-z0-9_-]{87}$/,
          'must be the 65 bytes of a public key in base64url without padding',
        ),
        auth: matching(
          /^[A-Za-z0-9_-]{22}$/,
          'must be the 16 bytes of a secret in base64url without padding',
        ),
      }),
    }),
    answer: approver.doneSchema,
    summary: 'Send push messages to this browser',
  }),
  unsubscribePush: approverEndpoint('POST', '/push/unsubscribe', SIGNED_IN, {
    body: z.strictObject({ endpoint: pushEndpointSchema }),
    answer: approver.doneSchema,
    summary: 'Stop sending push messages to this browser',
  }),
  listMutes: approverEndpoint('GET', '/mutes', SIGNED_IN, {
    answer: approver.muteListSchema,
    summary: 'List the wallets whose notifications are off for a while after a report',
  }),
  endMute: approverEndpoint('POST', '/mutes/end', SIGNED_IN, {
    body: z.strictObject({ walletAddress: addressSchema }),
    answer: approver.doneSchema,
    summary: 'Turn the notifications of a wallet on again',
  }),
}
