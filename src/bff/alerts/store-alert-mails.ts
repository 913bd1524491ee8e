import type { Exchange } from '#bff/context.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import type { AlertMails } from '#protocol/alerts.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'

type Member = { organizationId: string; adminId: string }

/** Stores a member's settings for alert mails. The mails are in the language of the page that sent the settings. */
export async function storeAlertMails(
  trx: BffDatabase,
  exchange: Exchange,
  wanted: Member & AlertMails,
): Promise<void> {
  const { organizationId, adminId, email, muted } = wanted
  const language = acceptedLanguage(exchange.req.header('accept-language'))
  await trx
    .updateTable('bff_member')
    .set({ alert_email: email, alert_language: language, alerts_muted: muted })
    .where((row) => row.and({ organization_id: organizationId, admin_id: adminId }))
    .execute()
}
