import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import {
  createIntegrationRequestSchema,
  rotateIntegrationSecretRequestSchema,
  type Integration,
} from '#protocol/console-api.ts'
import { recordAudit, type AuditBy } from '#bff/audit/record-audit.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import {
  createIntegration,
  createIntegrationSecret,
  integrationSecretStart,
  listIntegrations,
  revokeIntegration,
  endSessions,
  lockIntegration,
  originsOf,
  toIntegration,
} from './integration-store.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

const ofIntegration = { params: z.strictObject({ integrationId: uuidSchema }) }
const PATH = '/api/integrations/:integrationId'

/** The integrators' backends that may open widget sessions. Source: profile 11. */
export function integrationRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/integrations', {}, ({ session }) => listIntegrations(ctx, session.organization.id)),
    route(
      'POST',
      '/api/integrations',
      { body: createIntegrationRequestSchema },
      async ({ session, by, body }) => {
        const created = await createIntegration(ctx, session.organization.id, body, by)
        ctx.log.info({ event: 'integration_created', integrationId: created.id, adminId: session.admin.id })
        return created
      },
    ),
    route('DELETE', PATH, ofIntegration, async ({ session, by, params: { integrationId } }) => {
      const revoked = await revokeIntegration(ctx, integrationId, by)
      if (revoked === undefined) throw bffError('NOT_FOUND')
      ctx.log.info({ event: 'integration_revoked', integrationId, adminId: session.admin.id })
      return revoked
    }),
    route(
      'POST',
      `${PATH}/rotate-secret`,
      { ...ofIntegration, body: rotateIntegrationSecretRequestSchema },
      ({ by, params, body }) => rotateIntegrationSecret(ctx, { ...params, ...body, by }),
    ),
    route('DELETE', `${PATH}/previous-secret`, ofIntegration, ({ by, params }) =>
      endPreviousSecret(ctx, params.integrationId, by),
    ),
  ]
}

type Rotation = { integrationId: string; graceSeconds: number; by: AuditBy }

/**
 * Replaces an integration's secret and returns the new one, this once. The old one opens sessions for `graceSeconds`
 * more; the one of an earlier rotation ends now. @throws NOT_FOUND, for a revoked one too
 */
async function rotateIntegrationSecret(
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
async function endPreviousSecret(ctx: BffContext, integrationId: string, by: AuditBy): Promise<Integration> {
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
