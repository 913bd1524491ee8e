import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import type { Session } from '#bff/sessions/session.ts'

/**
 * `PUT /api/account/name`: what whoever is signed in is called, in each of their organizations. Entries of the audit log
 * keep the name of their time; each organization's log has an entry for the change.
 */
export async function renamePerson(
  ctx: BffContext,
  { exchange, session }: { exchange: Exchange; session: Session },
  name: string,
): Promise<void> {
  const { id, name: from } = session.admin
  if (name === from) return
  await ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('bff_admin').set({ name }).where('id', '=', id).execute()
    const memberships = await trx
      .selectFrom('bff_member')
      .select('organization_id')
      .where('admin_id', '=', id)
      // One order for all: each log is locked in turn.
      .orderBy('organization_id')
      .execute()
    for (const { organization_id: organizationId } of memberships) {
      const entry = { action: 'member.renamed', target: id, details: { from, to: name } }
      await recordAudit(ctx, trx, { ...auditActor(exchange, session), organizationId, ...entry })
    }
  })
}
