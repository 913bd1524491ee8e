import { approvalChallenge, type Decision } from '#protocol/approver-api.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import type { Context } from '#service/context.ts'
import { requireRow } from '#service/db/find-row.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { takeCeremony, verifyPasskey, approvalRelyingParty, beginCeremony } from './ceremonies.ts'
import { decideHeld, type Outcome, requireWaiting } from './decide-held.ts'
import { readOwn } from './held-transactions.ts'
import type { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { InputOf } from '#service/http/endpoint-types.ts'
import type { ApproverOperation } from './approver-operation.ts'
import type { Approver } from './sessions.ts'
import { assertionOptions } from '#server-kit/passkeys/assertion.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import { enrolledCredentials } from './enrolment.ts'

/**
 * `POST /approve/api/decisions/begin`: what the browser asks the approval passkey for. The challenge binds
 * uuid, digest and decision; only this person's passkeys are named (profile 9).
 *
 * @throws NOT_FOUND, ALREADY_DECIDED
 */
export const beginDecision: ApproverOperation<'beginDecision'> = async (ctx, approver, { body }) => {
  const { transactionUuid, decision } = body
  const { held } = await readOwn(ctx, approver, transactionUuid)
  requireWaiting(held)
  return beginDecisionCeremony(ctx, approver, {
    of: 'transaction_id',
    uuid: transactionUuid,
    digest: held.digest,
    decision,
  })
}

/** The column that names the held subject of a ceremony. */
type Of = 'transaction_id' | 'message_id'
type Begun = { of: Of; uuid: string; digest: string; decision: Decision }

/** Begins the ceremony that decides a held transaction or message. */
export async function beginDecisionCeremony(ctx: Context, approver: Approver, begun: Begun) {
  const { of, uuid, digest, decision } = begun
  const nonce = newSecret()
  const options = await assertionOptions(approvalRelyingParty(ctx), {
    challenge: approvalChallenge({ uuid, digest, decision, nonce }),
    allow: await enrolledCredentials(ctx, approver.id),
  })
  const ceremonyId = await beginCeremony(ctx, {
    kind: 'decide',
    approver_id: approver.id,
    challenge: nonce,
    [of]: uuid,
    decision,
  })
  return { ceremonyId, nonce, options: { ...options } }
}

const DECLINED: Record<Exclude<Decision, 'approve'>, Outcome> = {
  reject: { state: 'REJECTED', reason: 'declined by the user', reported: false },
  report: { state: 'REJECTED', reason: 'reported by the user, who did not ask for it', reported: true },
}
const WRONG_NUMBER: Outcome = { state: 'REJECTED', reason: 'wrong number', reported: false }

/**
 * `POST /approve/api/decisions/finish`: the decision, once the person's passkey has signed exactly it. Approving
 * takes the number that the widget shows; a wrong one declines, because with three to choose from a second try
 * would prove nothing (ADR 0011).
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, VALIDATION_FAILED without a number to approve
 * @throws ALREADY_DECIDED when another decision or the expiry was faster
 */
export const finishDecision: ApproverOperation<'finishDecision'> = async (ctx, approver, { body }) => {
  const read = async (id: string) => (await readOwn(ctx, approver, id)).row
  const verified = await verifyDecision(ctx, approver, body, { of: 'transaction_id', read })
  const { row, decision, credentialId: decidedWith } = verified
  const { transaction_id: transactionId } = row
  const outcome = await outcomeOf(ctx, transactionId, decision, body.number)
  const isDecided = await decideHeld(ctx, { transactionId, approverId: approver.id, decidedWith, outcome })
  const { held } = await readOwn(ctx, approver, transactionId)
  if (!isDecided) requireWaiting(held)
  if (held.reported)
    ctx.log.warn(
      { alarm: 'transaction-reported', transaction: transactionId },
      'an end-user did not ask for a transaction',
    )
  return held
}

/**
 * Verifies that the person's passkey signed exactly this decision; `read` finds their own.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, VALIDATION_FAILED without a number to approve
 */
export async function verifyDecision<Row extends { digest: string }>(
  ctx: Context,
  approver: Approver,
  body: InputOf<(typeof APPROVER_ENDPOINTS)['finishDecision']>['body'],
  { of, read }: { of: Of; read: (id: string) => Promise<Row> },
) {
  const ceremony = await takeCeremony(ctx, body.ceremonyId, 'decide')
  const { [of]: uuid, decision, challenge: nonce } = ceremony
  if (uuid === null || decision === null || ceremony.approver_id !== approver.id)
    throw apiError('APPROVAL_CEREMONY_OVER')
  if (decision === 'approve' && body.number === undefined)
    throw fieldError('number', 'is required to approve')
  const row = await read(uuid)
  const challenge = base64Url(approvalChallenge({ uuid, digest: row.digest, decision, nonce }))
  const { credentialId } = await verifyPasskey(ctx, body.response, { challenge, approverId: approver.id })
  return { row, decision, credentialId }
}

async function outcomeOf(
  ctx: Pick<Context, 'db'>,
  transactionId: string,
  decision: Decision,
  picked: number | undefined,
): Promise<Outcome> {
  if (decision !== 'approve') return DECLINED[decision]
  const held = { transaction_id: transactionId }
  const { number } = await requireRow(ctx.db, 'held_transactions', ['number'], held)
  return picked === number ? { state: 'APPROVED' } : WRONG_NUMBER
}
