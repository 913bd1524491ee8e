import {
  createOrganizationRequestSchema,
  deleteOrganizationRequestSchema,
  stepUpOptionsRequestSchema,
  stepUpVerifyRequestSchema,
  switchOrganizationRequestSchema,
} from '#protocol/members.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { clearCookie } from '#server-kit/sessions/host-cookie.ts'
import { readInput } from '#bff/http/read-input.ts'
import { deleteOrganization } from '#bff/organizations/delete-organization.ts'
import { endSession, findSession, wasEnded } from './session.ts'
import { sessionRoute } from './with-session.ts'
import { setupOptions, setupVerify } from './setup.ts'
import { sessionContent } from './signed-in-answer.ts'
import { signInOptions, signInVerify } from './sign-in.ts'
import { stepUpOptions, stepUpVerify } from './step-up.ts'
import { createOwnOrganization, switchOrganization } from './switch-organization.ts'

/** The session, the first administrator's setup, signing in and out, and step-up. */
export function sessionRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  const { cookies } = ctx.settings
  return [
    {
      method: 'GET',
      path: '/api/session',
      handle: async ({ req }) => {
        const session = await findSession(ctx, req.raw)
        const ended = session === undefined && (await wasEnded(ctx, req.raw))
        return answer({ ...(await sessionContent(ctx, session)), ...(ended && { ended }) })
      },
    },
    { method: 'POST', path: '/api/setup/options', handle: (exchange) => setupOptions(ctx, exchange) },
    { method: 'POST', path: '/api/setup/verify', handle: (exchange) => setupVerify(ctx, exchange) },
    { method: 'POST', path: '/api/sign-in/options', handle: (exchange) => signInOptions(ctx, exchange) },
    { method: 'POST', path: '/api/sign-in/verify', handle: (exchange) => signInVerify(ctx, exchange) },
    {
      method: 'POST',
      path: '/api/sign-out',
      handle: async (exchange) => {
        await readInput(exchange.req, {})
        await recordSignOut(ctx, exchange)
        await endSession(ctx, exchange.req.raw)
        const content = await sessionContent(ctx, undefined)
        return answer(content, 200, { 'set-cookie': clearCookie(cookies.session) })
      },
    },
    route('POST', '/api/step-up/options', { body: stepUpOptionsRequestSchema }, stepUpOptions),
    route('POST', '/api/step-up/verify', { body: stepUpVerifyRequestSchema }, stepUpVerify),
    route('POST', '/api/session/organization', { body: switchOrganizationRequestSchema }, switchOrganization),
    route('POST', '/api/organizations', { body: createOrganizationRequestSchema }, createOwnOrganization),
    route(
      'POST',
      '/api/organization/deletion',
      { body: deleteOrganizationRequestSchema },
      deleteOrganization,
    ),
  ]
}

async function recordSignOut(ctx: BffContext, exchange: Exchange): Promise<void> {
  const session = await findSession(ctx, exchange.req.raw)
  if (session === undefined) return
  const left = { action: 'session.signed-out', target: session.admin.id, details: {} }
  await recordAudit(ctx, ctx.db, { ...auditActor(exchange, session), ...left })
}
