import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { auditHeadContext } from './record-audit.ts'

/** Seals the heads of the audit logs again with the present secret. They are no secrets: nobody counts them. */
export async function resealAuditHeads(ctx: Pick<BffContext, 'vault'>, trx: BffTransaction): Promise<void> {
  const heads = await trx
    .selectFrom('bff_audit_head')
    .select(['organization_id', 'sealed'])
    .forUpdate()
    .execute()
  const stale = heads.filter(({ sealed }) => !ctx.vault.isPresent(sealed))
  for (const { organization_id: id, sealed } of stale) {
    // What was sealed, as it was: a head that somebody changed since then stays one that does not fit.
    const again = ctx.vault.reseal(sealed, auditHeadContext(id))
    await trx.updateTable('bff_audit_head').set({ sealed: again }).where('organization_id', '=', id).execute()
  }
}
