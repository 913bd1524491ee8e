import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type {
  DescribesSessions,
  HasLog,
  HasRelyingParty,
  RunsCeremonies,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import { enrolPerson, finishEnrolment } from './enrolment.ts'
import { spendSetupLink } from './setup-link.ts'
import { signedIn } from './signed-in-answer.ts'

/** Creates the first administrator, who is an owner, with their passkey and session, in one transaction. */
export const finishSetup: ConsoleOperation<
  'finishSetup',
  DescribesSessions & RunsCeremonies & WritesAudit & HasLog & HasRelyingParty
> = async ({ ctx, exchange, action, body }) => {
  const { setupToken: token, response } = body
  const person = await finishEnrolment(ctx, exchange, { kind: 'setup', token, response })
  const organizationId = await firstOrganizationId(ctx)
  const { id, adminId } = await ctx.db.transaction().execute(async (trx) => {
    await spendSetupLink(ctx, trx, person.tokenHash)
    const enrolled = await enrolPerson(ctx, trx, person, { organizationId, role: 'owner' })
    const admin = { id: enrolled.adminId, name: person.name }
    const by = auditActor(exchange, { admin, organization: { id: organizationId } })
    await recordAudit(ctx, trx, { ...by, action, target: admin.id, details: { role: 'owner' } })
    return enrolled
  })
  ctx.log.info({ event: 'administrator_enrolled', adminId, requestId: exchange.var.requestId })
  return signedIn(ctx, id)
}
