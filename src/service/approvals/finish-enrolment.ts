import type { FinishEnrolment } from '#protocol/approver-ceremonies.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { verifyRegistration } from '#server-kit/passkeys/registration.ts'
import type { HasApprovalUrl, HasChain, HasDatabase } from '#service/context-parts.ts'
import { type Transaction, databaseNow } from '#service/db/database.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { storeApprovalWallet } from './approval-wallets.ts'
import { approvalRelyingParty, takeCeremony } from './ceremonies.ts'
import { queueMail } from './queue-notices.ts'
import { createSession, type Approver } from './sessions.ts'

/**
 * `POST /approve/api/enrolment/finish`: stores the passkey and signs its owner in. After this commit, every execute
 * request of their wallets is held. The same database transaction deletes all invitations of the person (ADR 0011).
 * It also stores the address of their approval wallet, without reading the chain.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, INVITATION_INVALID
 */
export async function finishEnrolment(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  session: Approver | undefined,
  input: FinishEnrolment,
): Promise<{ id: string }> {
  const ceremony = await takeCeremony(ctx, input.ceremonyId, 'enrol')
  const { approver_id: approverId, invitation_hash: invitationHash } = ceremony
  // Without an invitation the session identifies the person, so the same session must finish the enrolment.
  const isTheirs = invitationHash !== null || session?.id === approverId
  if (approverId === null || !isTheirs) throw apiError('APPROVAL_CEREMONY_OVER')
  const made = { response: input.response, challenge: ceremony.challenge }
  const passkey = await verifyRegistration(approvalRelyingParty(ctx), made).catch((cause: unknown) => {
    throw apiError('APPROVAL_PASSKEY_REFUSED', { cause })
  })
  return ctx.db.transaction().execute(async (trx) => {
    if (invitationHash !== null) await spendInvitation(trx, approverId, invitationHash)
    const stored = await trx
      .insertInto('approver_passkeys')
      .values({
        credential_id: passkey.credentialId,
        approver_id: approverId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports,
        backed_up: passkey.backedUp,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('credential_id')
      .executeTakeFirst()
    // This credential is already enrolled.
    if (stored === undefined) throw apiError('APPROVAL_PASSKEY_REFUSED')
    await storeApprovalWallet(ctx, trx, approverId, { mayReplace: false })
    if (invitationHash === null) await queueMail(trx, { approverId, kind: 'passkey-added' })
    return createSession(trx, approverId)
  })
}

/**
 * Deletes a person's invitations and records the enrolment. An invitation is only for the first passkey. The update
 * is conditional, so that only one of two concurrent requests enrols, and access to a mailbox adds no passkey
 * later. Open screens are notified, because they show whether payments are held.
 *
 * @throws INVITATION_INVALID
 */
async function spendInvitation(trx: Transaction, approverId: string, invitationHash: string): Promise<void> {
  const first = await trx
    .updateTable('approvers')
    .set({ enrolled_at: databaseNow })
    .where('id', '=', approverId)
    .where('enrolled_at', 'is', null)
    .returning(['organization_id', 'external_user_id', 'enrolled_at'])
    .executeTakeFirst()
  const spent = await trx
    .deleteFrom('approver_invitations')
    .where('approver_id', '=', approverId)
    .where('expires_at', '>', databaseNow)
    .returning('token_hash')
    .execute()
  const isOpen = spent.some(({ token_hash: hash }) => hash === invitationHash)
  if (first === undefined || first.enrolled_at === null || !isOpen) throw apiError('INVITATION_INVALID')
  await emitEvent(trx, {
    organizationId: first.organization_id,
    type: 'approver.enrolled',
    at: first.enrolled_at,
    data: { externalUserId: first.external_user_id ?? '' },
  })
}
