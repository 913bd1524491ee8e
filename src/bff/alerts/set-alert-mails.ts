import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasClock, HasDatabase, HasMailer, WritesAudit } from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { rememberAddress } from '#bff/members/remember-address.ts'
import type { AlertMails } from '#protocol/alerts.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { accountMailFacts, actingPerson, queueAccountMail } from './account-events.ts'
import { storeAlertMails } from './store-alert-mails.ts'

/**
 * Sets the person's mails about alerts in this organization.
 *
 * @throws VALIDATION_FAILED for a further address of a person who has used `MEMBER_ADDRESSES_MAX`
 */
export const setAlertMails: ConsoleOperation<'setAlertMails', WritesAudit & HasDatabase & HasMailer> = async (
  asked,
) => {
  const { ctx, exchange, session, by, action, body } = asked
  const { organization, admin } = session
  await ctx.db.transaction().execute(async (trx) => {
    await notifyEarlierAddress(trx, asked, body)
    if (body.email !== null) {
      const known = { organization_id: organization.id, admin_id: admin.id, email: body.email }
      if (!(await rememberAddress(trx, { ...known, source: 'alerts' })))
        throw fieldError('email', 'must be an address that you have used before')
    }
    await storeAlertMails(trx, exchange, { organizationId: organization.id, adminId: admin.id, ...body })
    const details = { byMail: body.email !== null, muted: body.muted.join(' ') }
    await recordAudit(ctx, trx, { ...by, action, target: admin.id, details })
  })
  return { ...body, canMail: ctx.mailer !== undefined }
}

/**
 * Notifies the previous email address that it gets fewer alert mails or none. Otherwise, an intruder could stop the
 * alerts unnoticed.
 */
async function notifyEarlierAddress(
  trx: BffTransaction,
  asked: Asking<HasClock>,
  wanted: AlertMails,
): Promise<void> {
  const { organization, admin } = asked.session
  const before = await trx
    .selectFrom('bff_member')
    .select(['alert_email as email', 'alert_language as language', 'alerts_muted as muted'])
    .where((row) => row.and({ organization_id: organization.id, admin_id: admin.id }))
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isMovedAway = before.email !== wanted.email
  const isMuted = wanted.muted.some((kind) => !before.muted.includes(kind))
  if (before.email === null || !(isMovedAway || isMuted)) return
  const acting = actingPerson(asked)
  const facts = { ...accountMailFacts(acting), organization: organization.name }
  const { email, language } = before
  await queueAccountMail(trx, { email, language, kind: 'alert-mails-changed', facts, at: acting.at })
}
