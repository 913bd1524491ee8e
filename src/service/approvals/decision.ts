import type { Hex } from 'viem'
import { approvalChallenge, type Decision } from '#protocol/approver-api.ts'
import type { APPROVER_ENDPOINTS, BegunDecision } from '#protocol/approver-endpoints.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { assertionOptions } from '#server-kit/passkeys/assertion.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import type { HasApprovalUrl, HasChain, HasDatabase, HasLog } from '#service/context-parts.ts'
import { requireRow } from '#service/db/find-row.ts'
import type { InputOf } from '#service/http/endpoint-types.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { enrolledCredentials } from './begin-enrolment.ts'
import { takeCeremony, verifyPasskey, approvalRelyingParty, beginCeremony } from './ceremonies.ts'
import { coSignatureChallenge, findCoSigner, verifyCoSignature, type CoSigner } from './co-sign.ts'
import { decideHeld, type Outcome, requireWaiting } from './decide-held.ts'
import { readOwn } from './held-transactions.ts'
import type { Approver } from './sessions.ts'

/**
 * `POST /approve/api/decisions/begin`: returns the options of the prompt. Approving requires the number that
 * the widget shows. It is checked before a challenge is created, because a signature over the challenge of a
 * protected wallet is already the co-signature. A wrong number declines and returns the declined transaction:
 * with three numbers to choose from, a second try would prove nothing (ADR 0011). The challenge of every
 * other decision binds uuid, digest and decision (profile 9, 14).
 *
 * @throws NOT_FOUND, ALREADY_DECIDED, VALIDATION_FAILED without a number to approve, CO_SIGNER_NOT_READY
 */
export const beginDecision: ApproverOperation<
  'beginDecision',
  HasChain & HasDatabase & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const { transactionUuid, decision, number: picked } = body
  const { held, row } = await readOwn(ctx, approver, transactionUuid)
  requireWaiting(held)
  const begun = { of: 'transaction_id', uuid: transactionUuid, digest: row.digest, decision } as const
  if (decision !== 'approve') return beginDecisionCeremony(ctx, approver, begun)
  const waiting = await requireRow(ctx.db, 'held_transactions', ['number', 'co_signer'], {
    transaction_id: transactionUuid,
  })
  if (!isRightNumber(picked, waiting.number)) return declineWrongNumber(ctx, approver, transactionUuid)
  const wallet = { wallet: row.wallet_address, held: waiting.co_signer ?? undefined }
  const coSigner = await findCoSigner(ctx, approver.id, wallet)
  return beginDecisionCeremony(ctx, approver, begun, coSigner)
}

/** Returns whether the person picked the right number. @throws VALIDATION_FAILED without a number */
export function isRightNumber(picked: number | undefined, right: number): boolean {
  if (picked === undefined) throw fieldError('number', 'is required to approve')
  return picked === right
}

/**
 * Declines the transaction without a signature. None is needed, because a decline only prevents the
 * transaction from being sent.
 */
async function declineWrongNumber(ctx: HasChain & HasDatabase, approver: Approver, transactionId: string) {
  const decision = { transactionId, approverId: approver.id, outcome: WRONG_NUMBER }
  const isDecided = await decideHeld(ctx, decision)
  const { held } = await readOwn(ctx, approver, transactionId)
  if (!isDecided) requireWaiting(held)
  return held
}

/** The column of a ceremony that names the held transaction or message. */
type Of = 'transaction_id' | 'message_id'
type Begun = { of: Of; uuid: string; digest: Hex; decision: Decision }

/**
 * Begins the ceremony that decides a held transaction or message. With `coSigner`, the signature over the challenge
 * is already the co-signature, and the options name only the passkeys that are keys of the co-signer.
 */
export async function beginDecisionCeremony(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  approver: Approver,
  { of, uuid, digest, decision }: Begun,
  coSigner?: CoSigner,
): Promise<BegunDecision> {
  const nonce = newSecret()
  const credentials = await enrolledCredentials(ctx, approver.id)
  const options = await assertionOptions(approvalRelyingParty(ctx), {
    challenge:
      coSigner === undefined
        ? approvalChallenge({ uuid, digest, decision, nonce })
        : coSignatureChallenge(ctx.chain.id, coSigner.address, digest),
    allow: credentials.filter(
      ({ id }) => coSigner === undefined || coSigner.keys.some(({ credentialId }) => credentialId === id),
    ),
  })
  const ceremonyId = await beginCeremony(ctx, {
    kind: 'decide',
    approver_id: approver.id,
    challenge: nonce,
    [of]: uuid,
    decision,
    co_signer: coSigner?.address ?? null,
  })
  return { ceremonyId, nonce, options: { ...options }, ...(coSigner && { coSigner: coSigner.address }) }
}

const DECLINED: Record<Exclude<Decision, 'approve'>, Outcome> = {
  reject: { state: 'REJECTED', reason: 'declined by the user', reported: false },
  report: { state: 'REJECTED', reason: 'reported by the user, who did not ask for it', reported: true },
}
const WRONG_NUMBER: Outcome = { state: 'REJECTED', reason: 'wrong number', reported: false }

/**
 * `POST /approve/api/decisions/finish`: stores the decision, once the person's passkey has signed exactly
 * this decision. One database transaction stores the approval with the co-signature of a protected wallet.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED
 * @throws ALREADY_DECIDED if another decision or the expiry was faster
 */
export const finishDecision: ApproverOperation<
  'finishDecision',
  HasChain & HasDatabase & HasLog & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const read = async (id: string) => (await readOwn(ctx, approver, id)).row
  const verified = await verifyDecision(ctx, approver, body, { of: 'transaction_id', read })
  const { row, decision, credentialId: decidedWith, coSignature } = verified
  const { transaction_id: transactionId } = row
  const outcome = decision === 'approve' ? ({ state: 'APPROVED', coSignature } as const) : DECLINED[decision]
  const decided = { transactionId, approverId: approver.id, decidedWith, outcome, comment: body.comment }
  const isDecided = await decideHeld(ctx, decided)
  const { held } = await readOwn(ctx, approver, transactionId)
  if (!isDecided) requireWaiting(held)
  if (held.reported)
    ctx.log.warn(
      { alarm: 'transaction-reported', transaction: transactionId },
      'an end-user did not ask for a transaction',
    )
  return held
}

type Verified<Row> = { row: Row; decision: Decision; credentialId: string; coSignature?: Hex }

/**
 * Verifies that the person's passkey signed exactly this decision. `read` finds the person's own transaction or
 * message.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED
 */
export async function verifyDecision<Row extends { digest: Hex }>(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  approver: Approver,
  body: InputOf<(typeof APPROVER_ENDPOINTS)['finishDecision']>['body'],
  { of, read }: { of: Of; read: (id: string) => Promise<Row> },
): Promise<Verified<Row>> {
  const ceremony = await takeCeremony(ctx, body.ceremonyId, 'decide')
  const { [of]: uuid, decision, challenge: nonce, co_signer: coSigner } = ceremony
  if (uuid === null || decision === null || ceremony.approver_id !== approver.id)
    throw apiError('APPROVAL_CEREMONY_OVER')
  const row = await read(uuid)
  if (coSigner !== null) {
    const signed = { coSigner, approverId: approver.id, digest: row.digest }
    return { row, decision, ...(await verifyCoSignature(ctx, body.response, signed)) }
  }
  const challenge = base64Url(approvalChallenge({ uuid, digest: row.digest, decision, nonce }))
  const { credentialId } = await verifyPasskey(ctx, body.response, { challenge, approverId: approver.id })
  return { row, decision, credentialId }
}
