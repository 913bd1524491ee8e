import type { Selectable } from 'kysely'
import type { Alert } from '#protocol/alerts.ts'
import { translateIn } from '#protocol/display/message-format.ts'
import { mailName } from '#protocol/display/text.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import de from '#bff/texts/de.json'
import es from '#bff/texts/es.json'
import { raisedAlerts } from './raised-alerts.ts'

type Recipient = Selectable<BffTables['bff_member']>

/** One round: each raised alert goes once to each who wants its kind. Without recipients no service is asked. */
export async function sendAlerts(ctx: BffContext): Promise<void> {
  if (ctx.mailer === undefined) return
  const people = await ctx.db.selectFrom('bff_member').selectAll().where('alert_email', '<>', '').execute()
  for (const id of new Set(people.map(({ organization_id }) => organization_id))) {
    const organization = await findOrganization(ctx, id)
    if (organization === undefined) continue
    const { content: alerts } = await raisedAlerts(ctx, organization)
    for (const person of people)
      for (const alert of person.organization_id === id ? alerts : [])
        if (!person.alerts_muted.includes(alert.kind) && alert.subject !== person.admin_id)
          await sendOnce(ctx, alert, person, organization.name)
  }
}

/** The row decides which process sends it. A mail that is not accepted leaves none: the next round tries again. */
async function sendOnce(ctx: BffContext, alert: Alert, person: Recipient, organization: string) {
  const { alert_email: email, organization_id, admin_id } = person
  const row = { alert_id: alert.id, organization_id, admin_id }
  const claim = ctx.db
    .insertInto('bff_alert_mail')
    .values(row)
    .onConflict((one) => one.doNothing())
  const claimed = await claim.returning('alert_id').executeTakeFirst()
  if (claimed === undefined || email === null) return
  try {
    await ctx.mailer?.send({ to: email, ...alertMail(ctx, alert, person, organization) })
  } catch (cause) {
    ctx.log.warn({ alertKind: alert.kind, err: cause }, 'an alert was not mailed; trying again')
    await ctx.db
      .deleteFrom('bff_alert_mail')
      .where((one) => one.and(row))
      .execute()
  }
}

const TEXTS = { en: {}, de, es }

/** Names come from people and from outside: nothing in them can look like a part of the mail. */
function alertMail({ settings }: BffContext, alert: Alert, person: Recipient, organization: string) {
  const language = person.alert_language
  const t = translateIn(language, TEXTS[language])
  const name = mailName(alert.name)
  const sentences: Record<Alert['kind'], string> = {
    'relayer-low': t('The relayer needs funds soon'),
    'webhook-failing': t('The webhook endpoint {name} fails', { name }),
    'key-exposed': t('The API key {name} was sent by a web browser', { name }),
    'key-refused': t('The API key {name} is refused often', { name }),
    'failure-spike': t('Unusually many transactions fail'),
    'policy-refused': t('A policy refused a request of the API key {name}', { name }),
    'recovery-proposed': t('A recovery of the wallet {name} was proposed', { name }),
    'executed-unapproved': t('The transaction {name} was executed without approval', { name }),
    'admin-added': t('{name} is a new administrator', { name }),
  }
  const subject = `${mailName(organization)}: ${sentences[alert.kind]}`
  const where = t('The overview shows it. Which alerts come by mail is chosen in the settings.')
  return { subject, text: `${subject}\n\n${where}\n\n${settings.publicUrl}/\n` }
}
