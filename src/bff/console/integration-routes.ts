import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/baas/fields.ts'
import {
  createIntegrationRequestSchema,
  rotateIntegrationSecretRequestSchema,
} from '#protocol/org/console-api.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { createIntegration, listIntegrations, revokeIntegration } from './integration-store.ts'
import { rotateIntegrationSecret, endPreviousSecret } from './rotate-integration-secret.ts'

const paramsSchema = z.strictObject({ integrationId: uuidSchema })

/** The integrators' backends that may open widget sessions. Source: profile 11. */
export function integrationRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/integrations', async (_, { organization }) =>
      answer(await listIntegrations(ctx, organization.id)),
    ),
    route('POST', '/api/integrations', (exchange, session) => create(ctx, exchange, session)),
    route('DELETE', '/api/integrations/:integrationId', (exchange, session) =>
      revoke(ctx, exchange, session),
    ),
    route('POST', '/api/integrations/:integrationId/rotate-secret', (exchange, session) =>
      rotate(ctx, exchange, session),
    ),
    route('DELETE', '/api/integrations/:integrationId/previous-secret', (exchange, session) =>
      endPrevious(ctx, exchange, session),
    ),
  ]
}

async function create(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const input = await readBody(exchange.req.raw, createIntegrationRequestSchema)
  const created = await createIntegration(ctx, session.organization.id, input, auditActor(exchange, session))
  ctx.log.info({ event: 'integration_created', integrationId: created.id, adminId: session.admin.id })
  return answer(created)
}

async function revoke(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  await readNoBody(exchange.req.raw)
  const { integrationId } = parse(paramsSchema, exchange.req.param())
  const revoked = await revokeIntegration(ctx, integrationId, auditActor(exchange, session))
  if (revoked === undefined) throw bffError('NOT_FOUND')
  ctx.log.info({ event: 'integration_revoked', integrationId, adminId: session.admin.id })
  return answer(revoked)
}

async function rotate(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const { integrationId } = parse(paramsSchema, exchange.req.param())
  const { graceSeconds } = await readBody(exchange.req.raw, rotateIntegrationSecretRequestSchema)
  const change = { integrationId, graceSeconds, by: auditActor(exchange, session) }
  return answer(await rotateIntegrationSecret(ctx, change))
}

async function endPrevious(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  await readNoBody(exchange.req.raw)
  const { integrationId } = parse(paramsSchema, exchange.req.param())
  return answer(await endPreviousSecret(ctx, integrationId, auditActor(exchange, session)))
}
