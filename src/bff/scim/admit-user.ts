import type { HasClock, HasLimits, HasMailer, HasPublicUrl } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { addMember } from '#bff/members/add-member.ts'
import { endInvitations } from '#bff/members/end-invitations.ts'
import { endMembership } from '#bff/members/end-membership.ts'
import { deletePeopleWithoutOrganization } from '#bff/members/people-without-organization.ts'
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
    // The address is not stored as the member's: the provider may have changed it to the address of another approver.
    return undefined
  }
  if (ctx.mailer === undefined) throw new HttpError(501, undefined, NO_MAIL)
  ctx.limits.scimInvite.take(organizationId)
  await endInvitations(ctx, trx, { organizationId, email, inviterId: SCIM_ACTOR.id })
  return storeInvitation(ctx, trx, { organizationId, email, role: SCIM_ROLE, by: SCIM_ACTOR })
}

/**
 * Ends the membership of a user, or the invitations to their address. The person stays, so that they can return with
 * their passkeys. Call `removePowerToApprove` first.
 *
 * @throws LAST_OWNER
 */
export async function dismissUser(ctx: HasClock, trx: BffTransaction, user: ScimUser): Promise<void> {
  const { organization_id: organizationId, email, admin_id: memberId, role } = user
  if (memberId !== null && role !== null)
    await endMembership(trx, { organizationId, memberId }, { role, reason: 'member-deprovisioned' })
  await endInvitations(ctx, trx, { organizationId, email })
}
