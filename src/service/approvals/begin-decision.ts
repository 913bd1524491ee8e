import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { BeginDecision, DecisionCeremony } from '#shared/org/approver-api.ts'
import { approvalChallenge } from '#shared/org/approval-challenge.ts'
import type { Context } from '#service/context.ts'
import { approvalPlace } from './approval-place.ts'
import { enrolledCredentials } from './begin-enrolment.ts'
import { beginCeremony, CEREMONY_SECONDS } from './ceremonies.ts'
import { readHeld } from './get-held.ts'
import { requireWaiting } from './require-waiting.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import type { Approver } from './sessions.ts'

/**
 * `POST /approve/api/decisions/begin`: what the browser asks the approval passkey for. The challenge binds
 * uuid, digest and decision; only this person's passkeys are named.
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
  const options = await generateAuthenticationOptions({
    rpID: approvalPlace(ctx).rpId,
    challenge: approvalChallenge({ transactionUuid, digest: held.digest, decision, nonce }),
    allowCredentials: await enrolledCredentials(ctx, approver.id),
    timeout: CEREMONY_SECONDS * 1_000,
    userVerification: 'required',
  })
  const ceremonyId = await beginCeremony(ctx, {
    kind: 'decide',
    approverId: approver.id,
    challenge: nonce,
    transactionId: transactionUuid,
    decision,
  })
  return { ceremonyId, nonce, options: { ...options } }
}
