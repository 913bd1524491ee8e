import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { forgetPendingUser } from '#bff/scim/link-user.ts'
import { mayGovern } from '#protocol/roles.ts'
import { notFound } from '#server-kit/http/http-error.ts'

/**
 * Revokes an invitation. If an identity provider provisioned its recipient, it no longer finds them.
 *
 * @throws NOT_FOUND, MEMBER_ABOVE
 */
export const revokeInvitation: ConsoleOperation<'revokeInvitation', WritesAudit & HasDatabase> = async (
  asked,
) => {
  const { ctx, session, by, action, params } = asked
  const { invitationId } = params
  await ctx.db.transaction().execute(async (trx) => {
    const { role, email } = await trx
      .updateTable('bff_invitation')
      .set({ revoked_at: ctx.clock.now() })
      .where((row) => row.and({ id: invitationId, organization_id: session.organization.id, used_at: null }))
      .where('revoked_at', 'is', null)
      .returning(['role', 'email'])
      .executeTakeFirstOrThrow(notFound)
    if (!mayGovern(session.admin.role, role)) throw bffError('MEMBER_ABOVE')
    if (email !== null) await forgetPendingUser(trx, session.organization.id, email)
    await recordAudit(ctx, trx, { ...by, action, target: invitationId, details: { role } })
  })
  return { success: true }
}
