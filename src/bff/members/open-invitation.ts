import type { HasClock } from '#bff/context-parts.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/database.ts'
import { bffError } from '#bff/http/exchange.ts'
import { mayGovern } from '#protocol/roles.ts'
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
    .innerJoin('bff_member as inviter', (join) =>
      join
        .onRef('inviter.organization_id', '=', 'invitation.organization_id')
        .onRef('inviter.admin_id', '=', 'invitation.invited_by_id'),
    )
    .selectAll('invitation')
    .select(['organization.name as organization_name', 'inviter.role as inviter_role'])
    .where((row) => row.and({ 'invitation.token_hash': tokenHash, 'invitation.used_at': null }))
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  if (row === undefined || !mayGovern(row.inviter_role, row.role)) throw bffError('INVITATION_LINK_INVALID')
  return row
}
