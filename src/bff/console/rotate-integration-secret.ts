import type { Integration } from '#protocol/org/console-api.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { createIntegrationSecret, integrationSecretStart } from './integration-secret.ts'
import { endSessions, lockIntegration, originsOf, toIntegration, type By } from './integration-store.ts'

type Rotation = { integrationId: string; graceSeconds: number; by: By }

/**
 * Replaces an integration's secret and returns the new one, this once. The old one opens sessions for `graceSeconds`
 * more; the one of an earlier rotation ends now. @throws NOT_FOUND, for a revoked one too
 */
export async function rotateIntegrationSecret(
  ctx: BffContext,
  { integrationId, graceSeconds, by }: Rotation,
): Promise<Integration & { secret: string }> {
  const secret = createIntegrationSecret()
  return ctx.db.transaction().execute(async (trx) => {
    const row = await lockIntegration(trx, integrationId, by.organizationId)
    if (row === undefined) throw bffError('NOT_FOUND')
    const now = ctx.clock.now()
    const overlaps = graceSeconds > 0
    const rotated = {
      secret_hash: hashSecret(secret),
      start: integrationSecretStart(secret),
      previous_secret_hash: overlaps ? row.secret_hash : null,
      previous_start: overlaps ? row.start : null,
      previous_until: overlaps ? new Date(now.getTime() + graceSeconds * 1_000) : null,
    }
    await trx.updateTable('bff_integration').set(rotated).where('id', '=', row.id).execute()
    // The old secret may have leaked, with the tokens that it opened.
    if (!overlaps) await endSessions(trx, row.id)
    const answer = toIntegration({ ...row, ...rotated }, await originsOf(trx, row.id), now)
    const details = { label: row.label, graceSeconds }
    await recordAudit(ctx, trx, { ...by, action: 'integration.secret-rotated', target: row.id, details })
    return { ...answer, secret }
  })
}

/**
 * Ends the previous secret now, with the widget tokens it may have opened. Changes nothing where there is none.
 * @throws NOT_FOUND, for a revoked one too
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
