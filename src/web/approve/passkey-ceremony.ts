import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import {
  approvalChallenge,
  type ApproverPasskey,
  type ApproverSession,
  type Ceremony,
  type Decision,
  type GuardedWallet,
  type HeldMessage,
  type HeldTransaction,
} from '#protocol/approver-api.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { creationOptionsSchema, requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { askForSignIn, askPasskey, makePasskey } from '#web/ui/ask-passkey.ts'
import { ApiError } from '#web/ui/errors.ts'
import { callApprover } from './call-approver.ts'
import { digestOf } from './held-call.ts'

/** Creates the approval passkey. `invitation` is the mailed link's token; without it the session adds another. */
export async function enrol(invitation: string | undefined): Promise<ApproverSession> {
  const ceremony = await callApprover(APPROVER_ENDPOINTS.beginEnrolment, {
    body: invitation === undefined ? {} : { invitation },
  })
  const response = await makePasskey(read(creationOptionsSchema, ceremony.options))
  return callApprover(APPROVER_ENDPOINTS.finishEnrolment, {
    body: { ceremonyId: ceremony.ceremonyId, response },
  })
}

/** Any approval passkey that the person chooses, for a sign-in or for the removal of a passkey. */
async function assertAny() {
  const { ceremonyId, options, nonce } = await callApprover(APPROVER_ENDPOINTS.beginSignIn)
  return { ceremonyId, response: await askForSignIn({ options: read(requestOptionsSchema, options), nonce }) }
}

export async function signIn(): Promise<ApproverSession> {
  return callApprover(APPROVER_ENDPOINTS.finishSignIn, { body: await assertAny() })
}

/** Returns those that are left. */
export async function removePasskey(passkeyId: string): Promise<ApproverPasskey[]> {
  return callApprover(APPROVER_ENDPOINTS.removePasskey, { body: { passkeyId, ...(await assertAny()) } })
}

export type Answer = { decision: Decision; number?: number }

/**
 * Decides a transaction. The challenge is over the digest of what is displayed (profile 9). The number is checked before there
 * is one: a wrong number declines without a prompt.
 */
export async function decide(held: HeldTransaction, answer: Answer): Promise<HeldTransaction> {
  const { transactionUuid, chainId } = held
  const begun = await callApprover(APPROVER_ENDPOINTS.beginDecision, { body: { transactionUuid, ...answer } })
  if (!('ceremonyId' in begun)) return begun
  const body = await signDecision({ uuid: transactionUuid, digest: digestOf(held), chainId }, begun, answer)
  return callApprover(APPROVER_ENDPOINTS.finishDecision, { body })
}

/** The same for a message. `digest`: of the displayed one. */
export async function decideMessage(
  { messageUuid, chainId }: HeldMessage,
  digest: Hex,
  answer: Answer,
): Promise<HeldMessage> {
  const begun = await callApprover(APPROVER_ENDPOINTS.beginMessageDecision, {
    body: { messageUuid, ...answer },
  })
  if (!('ceremonyId' in begun)) return begun
  const body = await signDecision({ uuid: messageUuid, digest, chainId }, begun, answer)
  return callApprover(APPROVER_ENDPOINTS.finishMessageDecision, { body })
}

/**
 * Objects to the removal of a wallet's co-signer. The call of the approval wallet is computed here: it can be no other
 * than the objection for this wallet.
 */
export async function objectToRemoval({ walletAddress, chainId }: GuardedWallet): Promise<void> {
  const begun = await callApprover(APPROVER_ENDPOINTS.beginObjection, { body: { walletAddress } })
  // A service could keep an objection without an end for a removal in years to come.
  if (BigInt(begun.expiration) > BigInt(Math.floor(Date.now() / 1_000)) + OBJECTION_SECONDS_MAX)
    throw new ApiError('UNREADABLE')
  const digest = executeDigest(chainId, {
    walletAddress: checksumAddress(begun.approvalWallet),
    toAddress: checksumAddress(walletAddress),
    value: 0n,
    data: OBJECT_TO_REMOVAL,
    expiration: BigInt(begun.expiration),
    fee: 0n,
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
  })
  const response = await askPasskey(read(requestOptionsSchema, begun.options), bytesFromHex(digest))
  await callApprover(APPROVER_ENDPOINTS.finishObjection, { body: { ceremonyId: begun.ceremonyId, response } })
}

/** An hour by the service's clock, and an hour by which this device's may be wrong. */
const OBJECTION_SECONDS_MAX = 7_200n
/** Selector of `objectToRemoval()`. */
const OBJECT_TO_REMOVAL = '0xb8deaad9'

/** Only an approval has the challenge of a co-signature: a service cannot have a decline signed as one. */
async function signDecision(
  { chainId, ...held }: { uuid: string; digest: Hex; chainId: number },
  ceremony: Ceremony & { nonce: string; coSigner?: string | undefined },
  { decision }: Answer,
) {
  const { ceremonyId, nonce, coSigner } = ceremony
  const isCoSignature = decision === 'approve' && coSigner !== undefined
  const challenge = isCoSignature
    ? bytesFromHex(coSignatureDigest(chainId, checksumAddress(coSigner), held.digest))
    : approvalChallenge({ ...held, decision, nonce })
  return { ceremonyId, response: await askPasskey(read(requestOptionsSchema, ceremony.options), challenge) }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, options)
  if (parsed.success) return parsed.data
  throw new ApiError('UNREADABLE')
}
