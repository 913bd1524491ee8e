import * as z from 'zod/mini'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import {
  approvalChallenge,
  type ApproverPasskey,
  type ApproverSession,
  type Ceremony,
  type Decision,
  type HeldMessage,
  type HeldTransaction,
} from '#protocol/approver-api.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { creationOptionsSchema, requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { askPasskey, makePasskey } from '#web/ui/ask-passkey.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
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
  const { ceremonyId, options } = await callApprover(APPROVER_ENDPOINTS.beginSignIn)
  return { ceremonyId, response: await askPasskey(read(requestOptionsSchema, options)) }
}

export async function signIn(): Promise<ApproverSession> {
  return callApprover(APPROVER_ENDPOINTS.finishSignIn, { body: await assertAny() })
}

/** Returns those that are left. */
export async function removePasskey(passkeyId: string): Promise<ApproverPasskey[]> {
  return callApprover(APPROVER_ENDPOINTS.removePasskey, { body: { passkeyId, ...(await assertAny()) } })
}

export type Answer = { decision: Decision; number?: number }

/** Decides a transaction. The challenge is over the digest of what is displayed (profile 9). */
export async function decide(held: HeldTransaction, answer: Answer): Promise<HeldTransaction> {
  const { transactionUuid } = held
  const begun = await callApprover(APPROVER_ENDPOINTS.beginDecision, {
    body: { transactionUuid, decision: answer.decision },
  })
  const body = await signDecision({ uuid: transactionUuid, digest: digestOf(held) }, begun, answer)
  return callApprover(APPROVER_ENDPOINTS.finishDecision, { body })
}

/** The same for a message. `digest`: of the displayed one. */
export async function decideMessage(
  { messageUuid }: HeldMessage,
  digest: string,
  answer: Answer,
): Promise<HeldMessage> {
  const begun = await callApprover(APPROVER_ENDPOINTS.beginMessageDecision, {
    body: { messageUuid, decision: answer.decision },
  })
  const body = await signDecision({ uuid: messageUuid, digest }, begun, answer)
  return callApprover(APPROVER_ENDPOINTS.finishMessageDecision, { body })
}

/**
 * The challenge is computed here from the displayed data: a service that requests a signature over anything else gets
 * none.
 */
async function signDecision(
  held: { uuid: string; digest: string },
  ceremony: Ceremony & { nonce: string },
  { decision, number }: Answer,
) {
  const options = read(requestOptionsSchema, ceremony.options)
  const signed = { ...held, decision, nonce: ceremony.nonce }
  if (options.challenge !== base64Url(approvalChallenge(signed))) {
    throw new ReadableError(
      t(
        'The service asked you to sign something different from what is on this screen, so we stopped. Nothing was signed.',
      ),
    )
  }
  const response = await askPasskey(options)
  return { ceremonyId: ceremony.ceremonyId, response, ...(number === undefined ? {} : { number }) }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, options)
  if (parsed.success) return parsed.data
  throw new ApiError('UNREADABLE')
}
