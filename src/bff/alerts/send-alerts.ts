import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { alertPath, type Alert, type AlertKind } from '#protocol/alerts.ts'
import { translateIn, type Translate } from '#protocol/display/message-format.ts'
import { mailName } from '#protocol/display/text.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import type { Organization } from '#bff/ports.ts'
import de from '#bff/texts/de.json'
import es from '#bff/texts/es.json'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import { raisedAlerts } from './raised-alerts.ts'

const POLL_MS = 60_000
/** A mail that was not accepted is tried again; so is that of a process that ended while it sent it. */
const RETRY_MS = 5 * 60_000
const FORGOTTEN_MS = 30 * 86_400_000

type Recipient = Selectable<BffTables['bff_alert_recipient']>

/** Mails what is raised, once a minute, in every process that has mail. */
export function createAlertSender(ctx: BffContext): JobLoop {
  return createJobLoop({
    round: () => sendAlerts(ctx),
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'alerts could not be mailed; trying again',
  })
}

/** One round: each raised alert goes once to everybody who wants its kind. No service is asked for whom nobody reads. */
export async function sendAlerts(ctx: BffContext): Promise<void> {
  if (ctx.mailer === undefined) return
  const recipients = await ctx.db.selectFrom('bff_alert_recipient').selectAll().execute()
  for (const organizationId of new Set(recipients.map(({ organization_id: id }) => id))) {
    const people = recipients.filter(({ organization_id: id }) => id === organizationId)
    await sendOfOrganization(ctx, organizationId, people).catch((error: unknown) =>
      ctx.log.warn({ organizationId, err: error }, 'the alerts of an organization could not be mailed'),
    )
  }
}

async function sendOfOrganization(
  ctx: BffContext,
  organizationId: string,
  people: readonly Recipient[],
): Promise<void> {
  const organization = await findOrganization(ctx, organizationId)
  if (organization === undefined) return
  const alerts = await raisedAlerts(ctx, organization, randomUUID())
  for (const alert of alerts)
    for (const person of people) await sendOnce(ctx, { organization, alert, person })
  await ctx.db
    .deleteFrom('bff_alert_mail')
    .where('organization_id', '=', organizationId)
    .where('due_at', '<', new Date(ctx.clock.now().getTime() - FORGOTTEN_MS))
    .where(sql<boolean>`alert_id <> all(${alerts.map(({ id }) => id)}::text[])`)
    .execute()
}

type AlertMail = { organization: Organization; alert: Alert; person: Recipient }

/** The row decides which process sends it, and that it is not sent again. */
async function sendOnce(ctx: BffContext, { organization, alert, person }: AlertMail): Promise<void> {
  if (person.muted.includes(alert.kind)) return
  if (alert.kind === 'admin-added' && alert.subject === person.admin_id) return
  const now = ctx.clock.now()
  const key = { alert_id: alert.id, organization_id: organization.id, admin_id: person.admin_id }
  const claimed = await ctx.db
    .insertInto('bff_alert_mail')
    .values({ ...key, due_at: new Date(now.getTime() + RETRY_MS), sent_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['alert_id', 'organization_id', 'admin_id'])
        .doUpdateSet({ due_at: sql`excluded.due_at` })
        .where('bff_alert_mail.sent_at', 'is', null)
        .where('bff_alert_mail.due_at', '<=', now),
    )
    .returning('alert_id')
    .executeTakeFirst()
  if (claimed === undefined) return
  try {
    await ctx.mailer?.send({ to: person.email, ...alertMail(ctx, { organization, alert, person }) })
  } catch (cause) {
    ctx.log.warn({ alertKind: alert.kind, err: cause }, 'an alert was not mailed; it is tried again')
    return
  }
  await ctx.db
    .updateTable('bff_alert_mail')
    .set({ sent_at: now })
    .where('alert_id', '=', alert.id)
    .where('organization_id', '=', organization.id)
    .where('admin_id', '=', person.admin_id)
    .execute()
}

const TEXTS = { en: {}, de, es }

/** Names come from people and from outside: nothing in them can look like a part of the mail. */
function alertMail({ settings }: BffContext, { organization, alert, person }: AlertMail) {
  const t = translateIn(person.language, TEXTS[person.language])
  const names = { organization: mailName(organization.name) }
  const what = sentenceOf(alert.kind, mailName(alert.name), t)
  const text = [
    what,
    t('This is what it is about in {organization}:', names),
    `${settings.publicUrl}${alertPath(alert)}`,
    t('Which alerts come by mail is yours to choose in the settings:'),
    `${settings.publicUrl}/settings`,
  ]
  return { subject: `${names.organization}: ${what}`, text: `${text.join('\n\n')}\n` }
}

function sentenceOf(kind: AlertKind, name: string, t: Translate): string {
  const sentences: Record<AlertKind, string> = {
    'relayer-low': t('The relayer needs funds soon'),
    'webhook-failing': t('The webhook endpoint {name} fails', { name }),
    'key-exposed': t('The API key {name} was sent by a web browser', { name }),
    'key-refused': t('The API key {name} is refused often', { name }),
    'failure-spike': t('Unusually many transactions fail'),
    'policy-refused': t('A policy refused a request of the API key {name}', { name }),
    'recovery-proposed': t('A recovery of the wallet {name} was proposed', { name }),
    'admin-added': t('{name} is a new administrator', { name }),
  }
  return sentences[kind]
}
