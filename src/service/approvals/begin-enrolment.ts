import { registrationOptions } from '#server-kit/passkeys/registration.ts'
import type { Ceremony } from '#protocol/org/approver-api.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { approvalRelyingParty, beginCeremony } from './ceremonies.ts'
import { databaseNow } from './database-clock.ts'
import type { Approver } from './sessions.ts'

/**
 * `POST /approve/api/enrolment/begin`: what the browser asks a new passkey for. The right to enrol comes from
 * the mailed invitation, or from the session of a person who has enrolled before and adds a device (profile 9).
 *
 * @throws INVITATION_INVALID, APPROVER_SESSION_REQUIRED
 */
export async function beginEnrolment(
  ctx: Pick<Context, 'db' | 'settings'>,
  session: Approver | undefined,
  input: { invitation?: string | undefined },
): Promise<Ceremony> {
  const invitationHash = input.invitation === undefined ? null : hashSecret(input.invitation)
  const approver = await findEnrolling(ctx, session, invitationHash)
  const options = await registrationOptions(approvalRelyingParty(ctx), {
    rpName: 'Latchkey approvals',
    userHandle: approver.user_handle,
    name: approver.email,
    displayName: `${approver.email} at ${approver.name}`,
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

async function findEnrolling(
  ctx: Pick<Context, 'db'>,
  session: Approver | undefined,
  invitationHash: string | null,
) {
  const approver = ctx.db
    .selectFrom('approvers')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .select(['approvers.id', 'approvers.email', 'approvers.user_handle', 'organizations.name'])
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
export async function enrolledCredentials(
  ctx: Pick<Context, 'db'>,
  approverId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await ctx.db
    .selectFrom('approver_passkeys')
    .select(['credential_id', 'transports'])
    .where('approver_id', '=', approverId)
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: row.transports }))
}
