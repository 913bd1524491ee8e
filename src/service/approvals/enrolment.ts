import { verifyRegistration, registrationOptions } from '#server-kit/passkeys/registration.ts'
import type { FinishEnrolment } from '#protocol/approver-ceremonies.ts'
import type { Context } from '#service/context.ts'
import { type Transaction, databaseNow } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { storeApprovalWallet } from './approval-wallets.ts'
import { approvalRelyingParty, takeCeremony, beginCeremony } from './ceremonies.ts'
import { readBrand, createSession, type Approver } from './sessions.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { queueMail } from './queue-notices.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'

/**
 * `POST /approve/api/invitations/read`: who invites, before the person has made anything. The token is in the body, so
 * that no log has it.
 *
 * @throws INVITATION_INVALID
 */
export const readInvitation: ApproverOperation<'readInvitation'> = async (ctx, _session, { body }) => {
  return readBrand(await findEnrolling(ctx, undefined, hashSecret(body.invitation)))
}

/**
 * `POST /approve/api/enrolment/begin`: what the browser asks a new passkey for. The right to enrol comes from
 * the mailed invitation, or from the session of a person who has enrolled before and adds a device (profile 9).
 *
 * @throws INVITATION_INVALID, APPROVER_SESSION_REQUIRED
 */
export const beginEnrolment: ApproverOperation<'beginEnrolment'> = async (ctx, session, { body }) => {
  const invitationHash = body.invitation === undefined ? null : hashSecret(body.invitation)
  const approver = await findEnrolling(ctx, session, invitationHash)
  const options = await registrationOptions(approvalRelyingParty(ctx), {
    rpName: 'Latchkey approvals',
    userHandle: approver.user_handle,
    name: approver.email,
    displayName: `${approver.email} at ${approver.organizationName}`,
    exclude: await enrolledCredentials(ctx, approver.id),
  })
  const { challenge } = options
  const ceremony = {
    kind: 'enrol',
    challenge,
    approver_id: approver.id,
    invitation_hash: invitationHash,
  } as const
  return { ceremonyId: await beginCeremony(ctx, ceremony), options: { ...options } }
}

async function findEnrolling(ctx: Context, session: Approver | undefined, invitationHash: string | null) {
  const approver = ctx.db
    .selectFrom('approvers')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .select(['approvers.id', 'approvers.email', 'approvers.user_handle', 'approvers.external_user_id'])
    .select(['organizations.name as organizationName', 'organizations.logo_digest as organizationLogo'])
  if (invitationHash === null) {
    if (session === undefined) throw apiError('APPROVER_SESSION_REQUIRED')
    return approver.where('approvers.id', '=', session.id).executeTakeFirstOrThrow()
  }
  const invited = await approver
    .innerJoin('approver_invitations as invitation', 'invitation.approver_id', 'approvers.id')
    .where('invitation.token_hash', '=', invitationHash)
    .where('invitation.expires_at', '>', databaseNow)
    .where('approvers.enrolled_at', 'is', null)
    .executeTakeFirst()
  if (invited === undefined) throw apiError('INVITATION_INVALID')
  return invited
}

/** The approver's passkeys, as the browser's options name them. */
export async function enrolledCredentials(ctx: Pick<Context, 'db'>, approverId: string) {
  const rows = await ctx.db
    .selectFrom('approver_passkeys')
    .select(['credential_id', 'transports'])
    .where('approver_id', '=', approverId)
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: row.transports }))
}

/**
 * `POST /approve/api/enrolment/finish`: stores the passkey and signs its owner in. After this commit every execute
 * request of their wallets is held. The same database transaction spends the invitation and all others of the person
 * (ADR 0011). It also stores the address of their approval wallet, without reading the chain.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, INVITATION_INVALID
 */
export async function finishEnrolment(
  ctx: Pick<Context, 'db' | 'settings' | 'chain'>,
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
    // This credential is enrolled already.
    if (stored === undefined) throw apiError('APPROVAL_PASSKEY_REFUSED')
    await storeApprovalWallet(ctx, trx, approverId, { mayReplace: false })
    if (invitationHash === null) await queueMail(trx, { approverId, kind: 'passkey-added' })
    return createSession(trx, approverId)
  })
}

/**
 * An invitation is for the first passkey: conditional, so that of two at once only one enrols, and that a
 * mailbox alone adds no passkey later. Open screens are notified: they say whether payments are held.
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
