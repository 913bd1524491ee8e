import { recordAudit } from '#bff/audit/record-audit.ts'
import type { CallsService, HasClock, HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { forgetAcknowledgements, storeAcknowledgement } from './alert-acknowledgements.ts'
import { raisedAlerts } from './alerts.ts'

/**
 * Acknowledges a raised alert for the whole organization. If several members acknowledge it, the name of the first
 * member stays.
 *
 * @throws NOT_FOUND if the alert is not raised now
 */
export const acknowledgeAlert: ConsoleOperation<
  'acknowledgeAlert',
  CallsService & HasClock & HasDatabase & WritesAudit
> = async ({ ctx, session, by, action, params }) => {
  const { organization, admin } = session
  const { content: raised } = await raisedAlerts(ctx, organization)
  const alert = raised.find(({ id }) => id === params.alertId)
  if (alert === undefined) throw notFound()
  const now = ctx.clock.now()
  const acknowledged = { organizationId: organization.id, alertId: alert.id, name: admin.name, at: now }
  await ctx.db.transaction().execute(async (trx) => {
    await forgetAcknowledgements(trx, { organizationId: organization.id, raised, now })
    if (!(await storeAcknowledgement(trx, acknowledged))) return
    const details = { kind: alert.kind, subject: alert.subject, name: alert.name }
    await recordAudit(ctx, trx, { ...by, action, target: alert.id, details })
  })
  return (await raisedAlerts(ctx, organization)).content
}
