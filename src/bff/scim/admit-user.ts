import { sql } from 'kysely'
import type { HasClock, HasLimits, HasMailer, HasPublicUrl } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { addMember } from '#bff/members/add-member.ts'
import { endMembership } from '#bff/members/end-membership.ts'
import { deletePeopleWithoutOrganization } from '#bff/members/people-without-organization.ts'
import { recognizeMember } from '#bff/members/recognize-member.ts'
import { storeInvitation } from '#bff/members/store-invitation.ts'
import type { InvitationRow } from '#bff/members/stored-invitation.ts'
import { SCIM_ACTOR, SCIM_ROLE } from '#protocol/scim.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { findInvitedMember } from './link-user.ts'
import type { ScimUser } from './user-store.ts'

const NO_MAIL = 'This deployment has no mail server, so this person would not get their invitation.'

/** An invitation that must be mailed after the transaction. */
export type NewInvitation = { row: InvitationRow; link: string }

/**
 * Lets an active user in. A member who was invited with the same address becomes this user and keeps their role. A
 * person who was a member before is one again, with the role that SCIM gives. Anyone else gets an invitation.
 *
 * @throws 501 if there is no mail server for the invitation; RATE_LIMITED
 */
export async function admitUser(
  ctx: HasClock & HasLimits & HasMailer & HasPublicUrl,
  trx: BffTransaction,
  user: ScimUser,
): Promise<NewInvitation | undefined> {
  if (user.role !== null) return undefined
  const { organization_id: organizationId, email, admin_id: adminId } = user
  const invitedId = await findInvitedMember(trx, organizationId, email)
  if (invitedId !== undefined) {
    await trx.updateTable('bff_scim_user').set({ admin_id: invitedId }).where('id', '=', user.id).execute()
    // The person who had this address before and was deactivated.
    if (adminId !== null) await deletePeopleWithoutOrganization(trx, [adminId])
    return undefined
  }
  if (adminId !== null) {
    await addMember(trx, { organizationId, adminId, role: SCIM_ROLE, now: ctx.clock.now() })
    await recognizeMember(trx, { organizationId, adminId, email })
    return undefined
  }
  if (ctx.mailer === undefined) throw new HttpError(501, undefined, NO_MAIL)
  ctx.limits.scimInvite.take(organizationId)
  await revokeInvitations(ctx, trx, user, SCIM_ACTOR.id)
  return storeInvitation(ctx, trx, { organizationId, email, role: SCIM_ROLE, by: SCIM_ACTOR })
}

/**
 * Ends the membership of a user, or the invitations to their address. The person stays, so that they can return with
 * their passkeys. Call `removePowerToApprove` first.
 *
 * @throws LAST_OWNER
 */
export async function dismissUser(ctx: HasClock, trx: BffTransaction, user: ScimUser): Promise<void> {
  const { organization_id: organizationId, admin_id: memberId, role } = user
  if (memberId !== null && role !== null)
    await endMembership(trx, { organizationId, memberId }, { role, reason: 'member-deprovisioned' })
  await revokeInvitations(ctx, trx, user)
}

/** Ends the open invitations to a user's address: all of them, or those of one sender. */
export async function revokeInvitations(
  { clock }: HasClock,
  trx: BffTransaction,
  { organization_id: organizationId, email }: Pick<ScimUser, 'organization_id' | 'email'>,
  senderId?: string,
): Promise<void> {
  const open = trx
    .updateTable('bff_invitation')
    .set({ revoked_at: clock.now() })
    .where((row) => row.and({ organization_id: organizationId, used_at: null }))
    .where('revoked_at', 'is', null)
    .where(sql`lower(email)`, '=', email)
  await (senderId === undefined ? open : open.where('invited_by_id', '=', senderId)).execute()
}
