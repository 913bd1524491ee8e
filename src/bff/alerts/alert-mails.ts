import { alertMailsSchema, type AlertMails } from '#protocol/alerts.ts'
import { reaches, type Role } from '#protocol/console-access.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import type { BffDatabase } from '#bff/db/tables.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'

type Person = { organizationId: string; adminId: string }

/** The signed-in person's own mails about alerts in this organization, in the language of the page that asked for them. */
export function alertMailRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  const path = '/api/account/alerts'
  return [
    route('GET', path, {}, ({ session }) => readMails(ctx, session)),
    route('PUT', path, { body: alertMailsSchema }, async ({ exchange, session, by, body }) => {
      await ctx.db.transaction().execute(async (trx) => {
        await setAlertMails(trx, exchange, personOf(session), body)
        const details = { byMail: body.email !== null, muted: body.muted.join(' ') }
        await recordAudit(ctx, trx, { ...by, action: 'alerts.mails-set', target: session.admin.id, details })
      })
      return readMails(ctx, session)
    }),
  ]
}

function personOf({ organization, admin }: Session): Person {
  return { organizationId: organization.id, adminId: admin.id }
}

async function readMails(ctx: BffContext, session: Session): Promise<AlertMails & { canMail: boolean }> {
  const row = await ctx.db
    .selectFrom('bff_alert_recipient')
    .select(['email', 'muted'])
    .where('organization_id', '=', session.organization.id)
    .where('admin_id', '=', session.admin.id)
    .executeTakeFirst()
  return { email: row?.email ?? null, muted: row?.muted ?? [], canMail: ctx.mailer !== undefined }
}

async function setAlertMails(
  trx: BffDatabase,
  exchange: Exchange,
  { organizationId, adminId }: Person,
  { email, muted }: AlertMails,
): Promise<void> {
  const key = { organization_id: organizationId, admin_id: adminId }
  if (email === null) {
    await trx
      .deleteFrom('bff_alert_recipient')
      .where('organization_id', '=', organizationId)
      .where('admin_id', '=', adminId)
      .execute()
    return
  }
  const values = { email, muted, language: acceptedLanguage(exchange.req.header('accept-language')) }
  await trx
    .insertInto('bff_alert_recipient')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'admin_id']).doUpdateSet(values))
    .execute()
}

/** Owners and admins who were invited by mail get all alerts there, until they choose otherwise. */
export async function beginAlertMails(
  trx: BffDatabase,
  exchange: Exchange,
  { email, role, ...person }: Person & { email: string | null; role: Role },
): Promise<void> {
  if (email !== null && reaches(role, 'admin'))
    await setAlertMails(trx, exchange, person, { email, muted: [] })
}
