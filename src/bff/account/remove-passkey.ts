import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { listOwnPasskeys } from './list-own-passkeys.ts'

/** Removes a passkey. If two are removed at once, one remains. @throws NOT_FOUND, LAST_PASSKEY */
export const removePasskey: ConsoleOperation<'removePasskey', WritesAudit & HasDatabase> = async (asked) => {
  const { ctx, session, by, action, params } = asked
  const { passkeyId } = params
  const adminId = session.admin.id
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bff_admin').select('id').where('id', '=', adminId).forUpdate().execute()
    const rows = await trx
      .selectFrom('bff_admin_passkey')
      .select(['credential_id', 'name'])
      .where('admin_id', '=', adminId)
      .execute()
    const removed = rows.find((row) => row.credential_id === passkeyId)
    if (removed === undefined) throw notFound()
    if (rows.length === 1) throw bffError('LAST_PASSKEY')
    await trx.deleteFrom('bff_admin_passkey').where('credential_id', '=', passkeyId).execute()
    await noteAccountEvent(trx, { kind: 'passkey-removed', adminId, ...actingPerson(asked) })
    const details = { name: removed.name }
    await recordAudit(ctx, trx, { ...by, action, target: null, details })
  })
  return listOwnPasskeys(asked)
}
