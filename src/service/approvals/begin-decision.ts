import { assertionOptions } from '#server-kit/passkeys/assertion.ts'
import type { BeginDecision, DecisionCeremony } from '#protocol/org/approver-api.ts'
import { approvalChallenge } from '#protocol/org/approval-challenge.ts'
import type { Context } from '#service/context.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import { approvalRelyingParty, beginCeremony } from './ceremonies.ts'
import { enrolledCredentials } from './begin-enrolment.ts'
import { readHeld } from './get-held.ts'
import { requireWaiting } from './decide-held.ts'
import type { Approver } from './sessions.ts'

/**
 * `POST /approve/api/decisions/begin`: what the browser asks the approval passkey for. The challenge binds
 * uuid, digest and decision; only this person's passkeys are named (profile 9).
 *
 * @throws NOT_FOUND, ALREADY_DECIDED
 */
export async function beginDecision(
  ctx: Pick<Context, 'db' | 'chain' | 'settings'>,
  approver: Approver,
  input: BeginDecision,
): Promise<DecisionCeremony> {
  const { transactionUuid, decision } = input
  const held = await readHeld(ctx, approver, transactionUuid)
  requireWaiting(held)
  const nonce = newSecret()
  const options = await assertionOptions(approvalRelyingParty(ctx), {
    challenge: approvalChallenge({ transactionUuid, digest: held.digest, decision, nonce }),
    allow: await enrolledCredentials(ctx, approver.id),
  })
  const ceremonyId = await beginCeremony(ctx, {
    kind: 'decide',
    approver_id: approver.id,
    challenge: nonce,
    transaction_id: transactionUuid,
    decision,
  })
  return { ceremonyId, nonce, options: { ...options } }
}
