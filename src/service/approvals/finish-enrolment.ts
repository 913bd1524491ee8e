import { verifyRegistration, type NewPasskey } from '#server-kit/passkeys/registration.ts'
import type { FinishEnrolment } from '#protocol/org/approver-api.ts'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { approvalRelyingParty, takeCeremony } from './ceremonies.ts'
import { databaseNow } from './database-clock.ts'
import { createSession, type Approver } from './sessions.ts'

/**
 * `POST /approve/api/enrolment/finish`: stores the passkey and signs its owner in; from this commit on every
 * execute of their wallets is held. The invitation is spent in the same database transaction, and with it all
 * others of the person (ADR 0011).
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, INVITATION_INVALID
 */
export async function finishEnrolment(
  ctx: Pick<Context, 'db' | 'settings'>,
  session: Approver | undefined,
  input: FinishEnrolment,
): Promise<{ id: string }> {
  const ceremony = await takeCeremony(ctx, input.ceremonyId, 'enrol')
  const { approver_id: approverId, invitation_hash: invitationHash } = ceremony
  // Without an invitation the session identifies the person: the one that began has to end it.
  const isTheirs = invitationHash !== null || session?.id === approverId
  if (approverId === null || !isTheirs) throw apiError('APPROVAL_CEREMONY_OVER')
  const made = { response: input.response, challenge: ceremony.challenge }
  const passkey = await verifyRegistration(approvalRelyingParty(ctx), made).catch((cause: unknown) => {
    throw apiError('APPROVAL_PASSKEY_REFUSED', { cause })
  })
  return ctx.db.transaction().execute(async (trx) => {
    if (invitationHash !== null) await spendInvitation(trx, approverId, invitationHash)
    await storePasskey(trx, approverId, passkey)
    return createSession(trx, approverId)
  })
}

/**
 * An invitation is for the first passkey: conditional, so that of two at once only one enrols, and that a
 * mailbox alone adds no passkey later. @throws INVITATION_INVALID
 */
async function spendInvitation(trx: Transaction, approverId: string, invitationHash: string): Promise<void> {
  const first = await trx
    .updateTable('approvers')
    .set({ enrolled_at: databaseNow })
    .where('id', '=', approverId)
    .where('enrolled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const spent = await trx
    .deleteFrom('approver_invitations')
    .where('approver_id', '=', approverId)
    .where('expires_at', '>', databaseNow)
    .returning('token_hash')
    .execute()
  const isOpen = spent.some(({ token_hash: hash }) => hash === invitationHash)
  if (first === undefined || !isOpen) throw apiError('INVITATION_INVALID')
}

/** @throws APPROVAL_PASSKEY_REFUSED when this credential is enrolled already */
async function storePasskey(trx: Transaction, approverId: string, passkey: NewPasskey): Promise<void> {
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
  if (stored === undefined) throw apiError('APPROVAL_PASSKEY_REFUSED')
}
