import {
  setupOptionsRequestSchema,
  setupVerifyRequestSchema,
  signInVerifyRequestSchema,
} from '#protocol/console-api.ts'
import {
  createOrganizationRequestSchema,
  deleteOrganizationRequestSchema,
  stepUpOptionsRequestSchema,
  stepUpVerifyRequestSchema,
  switchOrganizationRequestSchema,
} from '#protocol/members.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { answer, openRoute, type Opened } from '#bff/http/exchange.ts'
import { deleteOrganization } from '#bff/organizations/delete-organization.ts'
import { endSession, findSession, wasEnded } from './session.ts'
import { sessionRoute } from './with-session.ts'
import { setupOptions, setupVerify } from './setup.ts'
import { sessionContent, signedOutAnswer } from './signed-in-answer.ts'
import { signInOptions, signInVerify } from './sign-in.ts'
import { stepUpOptions, stepUpVerify } from './step-up.ts'
import { createOwnOrganization, switchOrganization } from './switch-organization.ts'

/** The session, the first administrator's setup, signing in and out, and step-up. */
export function sessionRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  const open = openRoute(ctx)
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
    open('/api/setup/options', { body: setupOptionsRequestSchema }, 'setup', setupOptions),
    open('/api/setup/verify', { body: setupVerifyRequestSchema }, 'setup', setupVerify),
    open('/api/sign-in/options', {}, 'signInBegin', signInOptions),
    // Its attempts are counted when the passkey is known.
    open('/api/sign-in/verify', { body: signInVerifyRequestSchema }, null, signInVerify),
    open('/api/sign-out', {}, null, signOut),
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

async function signOut({ ctx, exchange }: Opened): Promise<Response> {
  const session = await findSession(ctx, exchange.req.raw)
  if (session !== undefined) {
    const left = { action: 'session.signed-out', target: session.admin.id, details: {} }
    await recordAudit(ctx, ctx.db, { ...auditActor(exchange, session), ...left })
  }
  await endSession(ctx, exchange.req.raw)
  return signedOutAnswer(ctx)
}
