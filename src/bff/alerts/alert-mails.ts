import { alertMailsSchema, type AlertMails } from '#protocol/alerts.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import type { BffDatabase } from '#bff/db/tables.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'

const PATH = '/api/account/alerts'

/** The signed-in person's own mails about alerts in this organization. */
export function alertMailRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', PATH, {}, ({ session }) => readMails(ctx, session)),
    route('PUT', PATH, { body: alertMailsSchema }, async ({ exchange, session, by, body }) => {
      const { organization, admin } = session
      await ctx.db.transaction().execute(async (trx) => {
        await setAlertMails(trx, exchange, { organizationId: organization.id, adminId: admin.id, ...body })
        const details = { byMail: body.email !== null, muted: body.muted.join(' ') }
        await recordAudit(ctx, trx, { ...by, action: 'alerts.mails-set', target: admin.id, details })
      })
      return readMails(ctx, session)
    }),
  ]
}

async function readMails({ db, mailer }: BffContext, { organization, admin }: Session) {
  const { email, muted } = await db
    .selectFrom('bff_member')
    .select(['alert_email as email', 'alerts_muted as muted'])
    .where('organization_id', '=', organization.id)
    .where('admin_id', '=', admin.id)
    .executeTakeFirstOrThrow()
  return { email, muted, canMail: mailer !== undefined }
}

type Member = { organizationId: string; adminId: string }

/** They come in the language of the page that asks for them. */
export async function setAlertMails(trx: BffDatabase, exchange: Exchange, wanted: Member & AlertMails) {
  const { organizationId, adminId, email, muted } = wanted
  const language = acceptedLanguage(exchange.req.header('accept-language'))
  await trx
    .updateTable('bff_member')
    .set({ alert_email: email, alert_language: language, alerts_muted: muted })
    .where('organization_id', '=', organizationId)
    .where('admin_id', '=', adminId)
    .execute()
}
