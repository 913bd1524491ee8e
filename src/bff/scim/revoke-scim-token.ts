import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, HasMailer, HasPublicUrl, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endInvitations } from '#bff/members/end-invitations.ts'
import { SCIM_ACTOR } from '#protocol/scim.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { readScim } from './get-scim.ts'

/**
 * Revokes the organization's token. The invitations that it sent end, and members stay. @throws NOT_FOUND if there is
 * no token
 */
export const revokeScimToken: ConsoleOperation<
  'revokeScimToken',
  WritesAudit & HasDatabase & HasMailer & HasPublicUrl
> = async ({ ctx, session, by, action }) => {
  const organizationId = session.organization.id
  await ctx.db.transaction().execute(async (trx) => {
    const details = await trx
      .deleteFrom('bff_scim_connection')
      .where('organization_id', '=', organizationId)
      .returning('start')
      .executeTakeFirstOrThrow(notFound)
    await endInvitations(ctx, trx, { organizationId, inviterId: SCIM_ACTOR.id })
    await recordAudit(ctx, trx, { ...by, action, target: null, details })
  })
  return readScim(ctx, organizationId)
}
