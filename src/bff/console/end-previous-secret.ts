import type { Integration } from '#protocol/org/console-api.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { endSessions, lockIntegration, originsOf, toIntegration, type By } from './integration-store.ts'

/**
 * Ends the secret before the present one now, with the widget tokens it may have opened. Where none is left nothing
 * changes. @throws NOT_FOUND, for a revoked one too
 */
export async function endPreviousSecret(
  ctx: BffContext,
  integrationId: string,
  by: By,
): Promise<Integration> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await lockIntegration(trx, integrationId, by.organizationId)
    if (row === undefined) throw bffError('NOT_FOUND')
    const ended = { previous_secret_hash: null, previous_start: null, previous_until: null }
    await trx.updateTable('bff_integration').set(ended).where('id', '=', row.id).execute()
    const answer = toIntegration({ ...row, ...ended }, await originsOf(trx, row.id), ctx.clock.now())
    if (row.previous_secret_hash === null) return answer
    await endSessions(trx, row.id)
    const details = { label: row.label }
    await recordAudit(ctx, trx, { ...by, action: 'integration.old-secret-ended', target: row.id, details })
    return answer
  })
}
