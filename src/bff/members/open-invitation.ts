import type { HasClock } from '#bff/context-parts.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/database.ts'
import { bffError } from '#bff/http/exchange.ts'
import { mayGovern, type Role } from '#protocol/roles.ts'
import { SCIM_ACTOR, SCIM_ROLE } from '#protocol/scim.ts'
import type { InvitationRow } from './stored-invitation.ts'

/** An invitation and the name of its organization. */
export type OpenInvitation = InvitationRow & { organization_name: string }

/**
 * Uses up an invitation in the transaction that adds the member, so only one of two attempts succeeds. @throws
 * INVITATION_LINK_INVALID
 */
export async function spendInvitation(
  ctx: HasClock,
  trx: BffTransaction,
  tokenHash: string,
): Promise<OpenInvitation> {
  const invitation = await openInvitation(ctx, trx, tokenHash)
  await trx
    .updateTable('bff_invitation')
    .set({ used_at: ctx.clock.now() })
    .where((row) => row.and({ id: invitation.id, used_at: null, revoked_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow(() => bffError('INVITATION_LINK_INVALID'))
  return invitation
}

/**
 * Returns a usable invitation. Throws the same error if the invitation is unknown, used, revoked or expired, and if
 * its inviter may no longer give the role.
 *
 * @throws INVITATION_LINK_INVALID
 */
export async function openInvitation(
  ctx: HasClock,
  db: BffDatabase,
  tokenHash: string,
): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('bff_invitation as invitation')
    .innerJoin('bff_organization as organization', 'organization.id', 'invitation.organization_id')
    .leftJoin('bff_member as inviter', (join) =>
      join
        .onRef('inviter.organization_id', '=', 'invitation.organization_id')
        .onRef('inviter.admin_id', '=', 'invitation.invited_by_id'),
    )
    .leftJoin('bff_scim_connection as scim', (join) =>
      join
        .onRef('scim.organization_id', '=', 'invitation.organization_id')
        .on('invitation.invited_by_id', '=', SCIM_ACTOR.id),
    )
    .selectAll('invitation')
    .select(['organization.name as organization_name', 'inviter.role as inviter_role'])
    .select('scim.created_at as scim_since')
    .where((row) => row.and({ 'invitation.token_hash': tokenHash, 'invitation.used_at': null }))
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  if (row === undefined || !mayInvite(row)) throw bffError('INVITATION_LINK_INVALID')
  return row
}

type Inviter = { role: Role; inviter_role: Role | null; scim_since: Date | null }

/** Whether the inviter may still give the role. A member needs a higher role, and an identity provider its token. */
function mayInvite({ role, inviter_role: inviterRole, scim_since: scimSince }: Inviter): boolean {
  if (inviterRole !== null) return mayGovern(inviterRole, role)
  return scimSince !== null && role === SCIM_ROLE
}
