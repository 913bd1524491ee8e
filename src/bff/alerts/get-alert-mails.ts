import type { HasDatabase, HasMailer } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'

/** Returns the signed-in person's settings for mails about alerts in this organization. */
export const getAlertMails: ConsoleOperation<'getAlertMails', HasDatabase & HasMailer> = async ({
  ctx,
  session,
}) => {
  const { organization, admin } = session
  const { email, muted } = await ctx.db
    .selectFrom('bff_member')
    .select(['alert_email as email', 'alerts_muted as muted'])
    .where((row) => row.and({ organization_id: organization.id, admin_id: admin.id }))
    .executeTakeFirstOrThrow()
  return { email, muted, canMail: ctx.mailer !== undefined }
}
