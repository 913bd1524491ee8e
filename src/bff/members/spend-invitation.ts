import type { Selectable } from 'kysely'
import { mayGovern } from '#protocol/org/roles.ts'
import { recordAudit, callerAddress } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import type { BffDatabase, BffTransaction, BffTables } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'

export type OpenInvitation = Selectable<BffTables['bff_invitation']> & { organization_name: string }

/** A usable invitation. Unknown, used, revoked and expired ones look alike. @throws INVITATION_LINK_INVALID */
export async function openInvitation(ctx: BffContext, tokenHash: string): Promise<OpenInvitation> {
  const row = await findOpen(ctx, ctx.db, tokenHash)
  if (row === undefined) throw bffError('INVITATION_LINK_INVALID')
  return row
}

/** Spends it in the member's transaction: of two at once only one succeeds. @throws INVITATION_LINK_INVALID */
export async function spendInvitation(
  ctx: BffContext,
  trx: BffTransaction,
  tokenHash: string,
): Promise<OpenInvitation> {
  const invitation = await findOpen(ctx, trx, tokenHash)
  if (invitation === undefined) throw bffError('INVITATION_LINK_INVALID')
  const spent = await trx
    .updateTable('bff_invitation')
    .set({ used_at: ctx.clock.now() })
    .where('id', '=', invitation.id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (spent === undefined) throw bffError('INVITATION_LINK_INVALID')
  return invitation
}

/** Only while the inviter may still give the role: their own may have been revoked since. */
async function findOpen(
  ctx: BffContext,
  db: BffDatabase | BffTransaction,
  tokenHash: string,
): Promise<OpenInvitation | undefined> {
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
    .where('invitation.token_hash', '=', tokenHash)
    .where('invitation.used_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return row !== undefined && mayGovern(row.inviter_role, row.role) ? row : undefined
}

export async function recordJoining(
  ctx: BffContext,
  trx: BffTransaction,
  joining: { exchange: Exchange; invitation: OpenInvitation; person: { id: string; name: string } },
): Promise<void> {
  const { exchange, invitation, person } = joining
  await recordAudit(ctx, trx, {
    organizationId: invitation.organization_id,
    actor: { id: person.id, name: person.name },
    action: 'member.joined',
    target: person.id,
    details: { role: invitation.role, invitedBy: invitation.invited_by },
    requestId: exchange.var.requestId,
    ipAddress: callerAddress(exchange),
  })
}
