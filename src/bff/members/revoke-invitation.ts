import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { forgetPendingUser } from '#bff/scim/link-user.ts'
import { mayGovern } from '#protocol/roles.ts'
import { SCIM_ACTOR } from '#protocol/scim.ts'
import { notFound } from '#server-kit/http/http-error.ts'

/**
 * Revokes an invitation. If an identity provider sent it, the provider no longer finds the recipient.
 *
 * @throws NOT_FOUND, MEMBER_ABOVE
 */
export const revokeInvitation: ConsoleOperation<'revokeInvitation', WritesAudit & HasDatabase> = async (
  asked,
) => {
  const { ctx, session, by, action, params } = asked
  const { invitationId } = params
  await ctx.db.transaction().execute(async (trx) => {
    const {
      role,
      email,
      invited_by_id: inviterId,
    } = await trx
      .updateTable('bff_invitation')
      .set({ revoked_at: ctx.clock.now() })
      .where((row) => row.and({ id: invitationId, organization_id: session.organization.id, used_at: null }))
      .where('revoked_at', 'is', null)
      .returning(['role', 'email', 'invited_by_id'])
      .executeTakeFirstOrThrow(notFound)
    if (!mayGovern(session.admin.role, role)) throw bffError('MEMBER_ABOVE')
    if (email !== null && inviterId === SCIM_ACTOR.id)
      await forgetPendingUser(trx, session.organization.id, email)
    await recordAudit(ctx, trx, { ...by, action, target: invitationId, details: { role } })
  })
  return { success: true }
}
