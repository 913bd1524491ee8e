import { apiError } from '#server-kit/http/http-error.ts'
import { registrationOptions } from '#server-kit/passkeys/registration.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import type { HasApprovalUrl, HasDatabase } from '#service/context-parts.ts'
import { databaseNow } from '#service/db/database.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { approvalRelyingParty, beginCeremony } from './ceremonies.ts'
import { readBrand, type Approver } from './sessions.ts'

/**
 * `POST /approve/api/invitations/read`: the inviting organization, before the person has created a passkey.
 * The token is in the body, so that no log has it.
 *
 * @throws INVITATION_INVALID
 */
export const readInvitation: ApproverOperation<'readInvitation', HasDatabase> = async (
  ctx,
  _session,
  { body },
) => {
  return readBrand(await findEnrolling(ctx, undefined, hashSecret(body.invitation)))
}

/**
 * `POST /approve/api/enrolment/begin`: the browser's options for a new passkey. The right to enrol comes
 * from the mailed invitation, or from the session of an enrolled person who adds a device (profile 9).
 *
 * @throws INVITATION_INVALID, APPROVER_SESSION_REQUIRED
 */
export const beginEnrolment: ApproverOperation<'beginEnrolment', HasDatabase & HasApprovalUrl> = async (
  ctx,
  session,
  { body },
) => {
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

async function findEnrolling(ctx: HasDatabase, session: Approver | undefined, invitationHash: string | null) {
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

/** Reads the approver's passkeys as WebAuthn options list credentials: with id and transports. */
export async function enrolledCredentials(
  ctx: HasDatabase,
  approverId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await ctx.db
    .selectFrom('approver_passkeys')
    .select(['credential_id', 'transports'])
    .where('approver_id', '=', approverId)
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: row.transports }))
}
