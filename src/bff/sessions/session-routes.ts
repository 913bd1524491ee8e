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
import type { BffContext, Route, BffTransaction } from '#bff/context.ts'
import { answer, openRoute, type Opened, bffError } from '#bff/http/exchange.ts'
import { deleteOrganization } from '#bff/organizations/delete-organization.ts'
import { endSession, findSession, readSessionEnd, hasAdministrator } from './session.ts'
import { sessionRoute } from './with-session.ts'
import { sessionContent, signedOutAnswer, signedInAnswer } from './signed-in-answer.ts'
import { signInOptions, signInVerify, createOwnOrganization, switchOrganization } from './sign-in.ts'
import { stepUpOptions, stepUpVerify } from './step-up.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import { beginEnrolment, enrolPerson, finishEnrolment } from './registration.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'

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
        const ended = session === undefined ? await readSessionEnd(ctx, req.raw) : undefined
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
  await endSession(ctx, exchange.req.raw, 'signed-out')
  return signedOutAnswer(ctx)
}

/** `POST /api/setup/options`: creation options for the first administrator's passkey. */
async function setupOptions(opened: Opened<{ body: typeof setupOptionsRequestSchema }>) {
  const { ctx, body } = opened
  const { setupToken: token, name } = body
  if (!(await isSetupLinkOpen(ctx, token))) throw bffError('SETUP_LINK_INVALID')
  return beginEnrolment(ctx, { kind: 'setup', token, name })
}

/** `POST /api/setup/verify`: the first administrator, who is an owner, their passkey and session, or nothing at all. */
async function setupVerify(opened: Opened<{ body: typeof setupVerifyRequestSchema }>) {
  const { ctx, exchange, body } = opened
  const { setupToken: token, response } = body
  const person = await finishEnrolment(ctx, exchange, { kind: 'setup', token, response })
  const organizationId = await firstOrganizationId(ctx)
  const { id, adminId } = await ctx.db.transaction().execute(async (trx) => {
    await spendSetupLink(ctx, trx, person.tokenHash)
    const enrolled = await enrolPerson(ctx, trx, person, { organizationId, role: 'owner' })
    const admin = { id: enrolled.adminId, name: person.name }
    const by = auditActor(exchange, { admin, organization: { id: organizationId } })
    const entry = { action: 'organization.set-up', target: admin.id, details: { role: 'owner' } }
    await recordAudit(ctx, trx, { ...by, ...entry })
    return enrolled
  })
  ctx.log.info({ event: 'administrator_enrolled', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

const SETUP_LINK_SECONDS = 3600

/**
 * The token of the link by which the first administrator enrols a passkey, or undefined once there is one.
 * It lives for an hour and works once; a new one ends the others.
 */
export async function createSetupLink(ctx: BffContext): Promise<string | undefined> {
  const now = ctx.clock.now()
  const token = newSecret()
  return ctx.db.transaction().execute(async (trx) => {
    if (await hasAdministrator(trx)) return undefined
    await trx.deleteFrom('bff_setup_link').execute()
    await trx
      .insertInto('bff_setup_link')
      .values({
        token_hash: hashSecret(token),
        created_at: now,
        expires_at: new Date(now.getTime() + SETUP_LINK_SECONDS * 1000),
        used_at: null,
      })
      .execute()
    return token
  })
}

/** Whether the token would still open the setup. Checking does not spend it. */
async function isSetupLinkOpen(ctx: BffContext, token: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bff_setup_link')
    .select('token_hash')
    .where((row) => row.and({ token_hash: hashSecret(token), used_at: null }))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return row !== undefined && !(await hasAdministrator(ctx.db))
}

/** Spends the link in the transaction that creates the administrator: of two at once only one succeeds. @throws SETUP_LINK_INVALID */
async function spendSetupLink(ctx: BffContext, trx: BffTransaction, tokenHash: string) {
  const now = ctx.clock.now()
  await trx
    .updateTable('bff_setup_link')
    .set({ used_at: now })
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirstOrThrow(() => bffError('SETUP_LINK_INVALID'))
  if (await hasAdministrator(trx)) throw bffError('SETUP_LINK_INVALID')
}
