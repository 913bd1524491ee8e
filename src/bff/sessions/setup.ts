import type { setupOptionsRequestSchema, setupVerifyRequestSchema } from '#protocol/console-api.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import { bffError, type Opened } from '#bff/http/exchange.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import { beginEnrolment, enrolPerson, finishEnrolment } from './registration.ts'
import { signedInAnswer } from './signed-in-answer.ts'
import type { BffContext, BffTransaction } from '#bff/context.ts'
import { hasAdministrator } from './session.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'

/** `POST /api/setup/options`: creation options for the first administrator's passkey. */
export async function setupOptions(opened: Opened<{ body: typeof setupOptionsRequestSchema }>) {
  const { ctx, body } = opened
  const { setupToken: token, name } = body
  if (!(await isSetupLinkOpen(ctx, token))) throw bffError('SETUP_LINK_INVALID')
  return beginEnrolment(ctx, { kind: 'setup', token, name })
}

/** `POST /api/setup/verify`: the first administrator, who is an owner, their passkey and session, or nothing at all. */
export async function setupVerify(opened: Opened<{ body: typeof setupVerifyRequestSchema }>) {
  const { ctx, exchange, body } = opened
  const { setupToken: token, response } = body
  const person = await finishEnrolment(ctx, exchange, { kind: 'setup', token, response })
  const organizationId = await firstOrganizationId(ctx)
  const { id, adminId } = await ctx.db.transaction().execute(async (trx) => {
    if (!(await spendSetupLink(ctx, trx, person.tokenHash))) throw bffError('SETUP_LINK_INVALID')
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
export async function isSetupLinkOpen(ctx: BffContext, token: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bff_setup_link')
    .select('token_hash')
    .where('token_hash', '=', hashSecret(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return row !== undefined && !(await hasAdministrator(ctx.db))
}

/** Spends the link in the transaction that creates the administrator: of two at once only one gets true. */
export async function spendSetupLink(ctx: BffContext, trx: BffTransaction, tokenHash: string) {
  const now = ctx.clock.now()
  const spent = await trx
    .updateTable('bff_setup_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return spent !== undefined && !(await hasAdministrator(trx))
}
