import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { listOwnPasskeys } from './list-own-passkeys.ts'

/** @throws NOT_FOUND for another person's passkey */
export const renamePasskey: ConsoleOperation<'renamePasskey', WritesAudit & HasDatabase> = async (asked) => {
  const { ctx, session, by, action, params, body } = asked
  const name = body.name.trim()
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('bff_admin_passkey')
      .set({ name })
      .where((row) => row.and({ credential_id: params.passkeyId, admin_id: session.admin.id }))
      .returning('credential_id')
      .executeTakeFirstOrThrow(notFound)
    await recordAudit(ctx, trx, { ...by, action, target: null, details: { name } })
  })
  return listOwnPasskeys(asked)
}
