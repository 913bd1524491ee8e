import type { setupOptionsRequestSchema, setupVerifyRequestSchema } from '#protocol/console-api.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import { bffError } from '#bff/http/answer.ts'
import type { Opened } from '#bff/http/open-route.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import { beginEnrolment, enrolPerson, finishEnrolment } from './registration.ts'
import { isSetupLinkOpen, spendSetupLink } from './setup-link.ts'
import { signedInAnswer } from './signed-in-answer.ts'

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
