import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { hashRecovery, newRecoveryCode } from '#bff/members/recovery-code.ts'

/** Number of recovery codes per person. */
const CODES = 10

/** Replaces the recovery codes. Returns the new codes, which are never shown again. */
export const replaceRecoveryCodes: ConsoleOperation<
  'replaceRecoveryCodes',
  WritesAudit & HasDatabase
> = async (asked) => {
  const { ctx, session, by, action } = asked
  const adminId = session.admin.id
  const codes = Array.from({ length: CODES }, newRecoveryCode)
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bff_admin').select('id').where('id', '=', adminId).forUpdate().execute()
    await trx.deleteFrom('bff_recovery').where('admin_id', '=', adminId).where('kind', '=', 'code').execute()
    const row = { admin_id: adminId, kind: 'code' as const, started_by_id: null, used_at: null }
    const times = { created_at: ctx.clock.now(), expires_at: null }
    const rows = codes.map((code) => ({ ...row, ...times, token_hash: hashRecovery(code) }))
    await trx.insertInto('bff_recovery').values(rows).execute()
    await noteAccountEvent(trx, { kind: 'recovery-codes-made', adminId, ...actingPerson(asked) })
    await recordAudit(ctx, trx, { ...by, action, target: null, details: {} })
  })
  return { codes }
}
