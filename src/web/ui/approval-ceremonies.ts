import type { Hex } from 'viem'
import * as z from 'zod/mini'
import {
  approvalChallenge,
  type ApproverSession,
  type Decision,
  type HeldTransaction,
} from '#protocol/approver-api.ts'
import type { Ceremony } from '#protocol/approver-ceremonies.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { executeDigest, parseExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { askForSignIn, askPasskey } from './ask-passkey.ts'
import { callApprover } from './call-approver.ts'
import { ApiError } from './errors.ts'

/** Digest of the displayed call, computed from its fields and never taken from the service. */
export function computeDigest(held: HeldTransaction): Hex {
  return executeDigest(held.chainId, parseExecuteCall(held))
}

/** Asks for any approval passkey, for a sign-in or for the removal of a passkey. */
export async function assertAny(): Promise<Asserted> {
  const { ceremonyId, options, nonce } = await callApprover(APPROVER_ENDPOINTS.beginSignIn)
  const request = readOptions(requestOptionsSchema, options)
  return { ceremonyId, rpId: request.rpId, response: await askForSignIn({ options: request, nonce }) }
}
type Asserted = Signed & { rpId: string | undefined }

export async function signIn(): Promise<ApproverSession> {
  const { ceremonyId, response } = await assertAny()
  return callApprover(APPROVER_ENDPOINTS.finishSignIn, { body: { ceremonyId, response } })
}

/** `comment`: the person's own words. They are stored with the decision and are not signed. */
export type Answer = { decision: Decision; number?: number; comment?: string }

/**
 * Decides a transaction. The challenge covers the digest of the displayed transaction (profile 9). The number
 * is checked before a challenge is created, so a wrong number declines without a prompt.
 */
export async function decide(
  held: HeldTransaction,
  { comment, ...answer }: Answer,
): Promise<HeldTransaction> {
  const { transactionUuid, chainId } = held
  const begun = await callApprover(APPROVER_ENDPOINTS.beginDecision, { body: { transactionUuid, ...answer } })
  if (!('ceremonyId' in begun)) return begun
  const body = await signDecision(
    { uuid: transactionUuid, digest: computeDigest(held), chainId },
    begun,
    answer.decision,
  )
  return callApprover(APPROVER_ENDPOINTS.finishDecision, { body: { ...body, comment } })
}

type Begun = Ceremony & { nonce: string; coSigner?: string | undefined }
type Signed = { ceremonyId: string; response: Awaited<ReturnType<typeof askPasskey>> }

/**
 * Signs a decision with the approval passkey. Only an approval may use the challenge of a co-signature. Otherwise, a
 * service could have a decline signed as an approval.
 */
export async function signDecision(
  { chainId, ...held }: { uuid: string; digest: Hex; chainId: number },
  ceremony: Begun,
  decision: Decision,
): Promise<Signed> {
  const { ceremonyId, nonce, coSigner } = ceremony
  const isCoSignature = decision === 'approve' && coSigner !== undefined
  const challenge = isCoSignature
    ? bytesFromHex(coSignatureDigest(chainId, checksumAddress(coSigner), held.digest))
    : approvalChallenge({ ...held, decision, nonce })
  return {
    ceremonyId,
    response: await askPasskey(readOptions(requestOptionsSchema, ceremony.options), challenge),
  }
}

/** Parses the options of a passkey prompt. @throws ApiError */
export function readOptions<Schema extends z.ZodMiniType>(
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, options)
  if (parsed.success) return parsed.data
  throw new ApiError('UNREADABLE')
}
