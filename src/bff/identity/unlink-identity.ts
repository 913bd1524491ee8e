import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, HasIdentityProvider, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { getOwnIdentity } from './get-own-identity.ts'
import { requireProvider } from './provider-errors.ts'

/** @throws NOT_FOUND if no account is linked */
export const unlinkIdentity: ConsoleOperation<
  'unlinkIdentity',
  WritesAudit & HasDatabase & HasIdentityProvider
> = async (asked) => {
  const { ctx, session, by, action } = asked
  const adminId = session.admin.id
  const { issuer } = requireProvider(ctx)
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('bff_identity')
      .where((row) => row.and({ admin_id: adminId, issuer }))
      .returning('admin_id')
      .executeTakeFirstOrThrow(notFound)
    await noteAccountEvent(trx, { kind: 'identity-unlinked', adminId, ...actingPerson(asked) })
    await recordAudit(ctx, trx, { ...by, action, target: null, details: { issuer } })
  })
  return getOwnIdentity(asked)
}
