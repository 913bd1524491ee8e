import { sql, type Selectable } from 'kysely'
import type {
  CallsService,
  HasClock,
  HasDatabase,
  HasKeyVault,
  HasLog,
  HasMailer,
  HasPublicUrl,
} from '#bff/context-parts.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { ACT_ALERT_MS, isAlertOfWallet, type Alert } from '#protocol/alerts.ts'
import { formatUtc } from '#protocol/display/date-and-time.ts'
import type { Language } from '#protocol/display/language.ts'
import { mailName } from '#protocol/display/text.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { normaliseIp } from '#protocol/ip-range.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { accountAlerts } from './account-events.ts'
import { mailWords, nameActor, type MailWords } from './account-mails.ts'
import { findAcknowledgements } from './alert-acknowledgements.ts'

/**
 * Returns an organization's raised alerts with their acknowledgements: the console's own alerts and the service's
 * alerts. Returns only the console's own alerts if the service has no alerts or refuses them to the console's key.
 *
 * @throws HttpError if the service does not respond
 */
export async function raisedAlerts(
  ctx: CallsService & HasClock & HasDatabase,
  organization: Organization,
): Promise<UpstreamAnswer<Alert[]>> {
  const call = { endpoint: ORG_ENDPOINTS.listAlerts, ifLacking: [] }
  const answer = await callUpstream(ctx, organization, call).catch(noneIfForbidden)
  const raised = [...(await ownAlerts(ctx, organization.id)), ...answer.content]
  const acknowledgements = await findAcknowledgements(ctx, organization.id)
  const content = raised.map((alert) => ({ ...alert, ...acknowledgements.get(alert.id) }))
  return { ...answer, content }
}

/**
 * A hosted service may refuse its organization settings to the console's key. The console then treats it as a service
 * without alerts.
 */
function noneIfForbidden(error: unknown): UpstreamAnswer<Alert[]> {
  if (error instanceof HttpError && error.status === 403) return { status: 200, content: [], headers: {} }
  throw error
}

async function ownAlerts(ctx: HasClock & HasDatabase, organizationId: string): Promise<Alert[]> {
  return [...(await newAdmins(ctx, organizationId)), ...(await accountAlerts(ctx, organizationId))]
}

/** Returns people who became an owner or admin recently and still are, according to the audit log. */
async function newAdmins({ db, clock }: HasClock & HasDatabase, organizationId: string): Promise<Alert[]> {
  const since = new Date(clock.now().getTime() - ACT_ALERT_MS)
  const { rows } = await sql<Omit<Alert, 'raisedAtDatetime'> & { at: Date }>`
    select distinct on (admin.id) 'admin-' || sequence as id, 'admin-added' as kind, admin.id as subject, admin.name,
      occurred_at as at
    from bff_audit_entry entry
      join bff_member member on member.organization_id = entry.organization_id and member.admin_id = entry.target
      join bff_admin admin on admin.id = member.admin_id
    where entry.organization_id = ${organizationId} and occurred_at > ${since}
      and action in ('member.joined', 'member.role-changed') and member.role in ('owner', 'admin')
      and coalesce(details::json ->> 'role', details::json ->> 'to') in ('owner', 'admin')
      and details::json ->> 'from' is distinct from 'owner'
    order by admin.id, sequence desc`.execute(db)
  return rows.map(({ at, ...alert }) => ({ ...alert, raisedAtDatetime: at.toISOString() }))
}

type Recipient = Selectable<BffTables['bff_member']>

/**
 * Sends each raised alert once to each person who wants its kind. If there are no recipients, it sends no request to
 * the service.
 */
export async function sendAlerts(
  ctx: CallsService & HasClock & HasDatabase & HasLog & HasMailer & HasPublicUrl & HasKeyVault,
): Promise<void> {
  if (ctx.mailer === undefined) return
  const people = await ctx.db.selectFrom('bff_member').selectAll().where('alert_email', '<>', '').execute()
  for (const id of new Set(people.map(({ organization_id }) => organization_id))) {
    const organization = await findOrganization(ctx, id)
    if (organization === undefined) continue
    const alerts = await alertsToMail(ctx, organization)
    for (const person of people)
      for (const alert of person.organization_id === id ? alerts : [])
        if (isMailed(alert, person)) await sendOnce(ctx, alert, person, organization.name)
  }
}

/** The console's own alerts are mailed even while the service does not respond. */
async function alertsToMail(
  ctx: CallsService & HasClock & HasDatabase & HasLog,
  organization: Organization,
): Promise<Alert[]> {
  try {
    return (await raisedAlerts(ctx, organization)).content
  } catch (error) {
    ctx.log.debug({ err: error }, 'the alerts of the service could not be read; trying again')
    return ownAlerts(ctx, organization.id)
  }
}

/**
 * Whether a person gets a mail about an alert. The person whom the alert is about gets a different mail
 * (`account-mails.ts`). The person who did the act gets a mail even if the kind is muted, because another person may
 * have acted in their name.
 */
function isMailed(alert: Alert, { admin_id: id, alerts_muted: muted }: Recipient): boolean {
  if (alert.subject === id) return false
  const isOwnAct = alert.by?.kind === 'administrator' && alert.by.id === id
  return isOwnAct || !muted.includes(alert.kind)
}

/**
 * Sends a mail if this process inserts the row for it. If the mail server does not accept the mail, the row is
 * deleted and the next round tries again, unless the refusal is permanent.
 */
async function sendOnce(
  ctx: HasDatabase & HasLog & HasMailer & HasPublicUrl,
  alert: Alert,
  person: Recipient,
  organization: string,
) {
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
    const isRefused = cause instanceof MailRefusedError
    const next = isRefused ? 'its address was refused for good' : 'trying again'
    ctx.log.warn({ alertKind: alert.kind, err: cause }, `an alert was not mailed; ${next}`)
    if (isRefused) return
    await ctx.db
      .deleteFrom('bff_alert_mail')
      .where((one) => one.and(row))
      .execute()
  }
}

/** Writes the mail. Sanitizes names that users or third parties chose, so that none can pass for text of the mail. */
function alertMail({ settings }: HasPublicUrl, alert: Alert, person: Recipient, organization: string) {
  const t = mailWords(person.alert_language)
  const name = mailName(alert.name)
  const sentences: Record<Alert['kind'], string> = {
    'relayer-low': t('The relayer needs funds soon'),
    'webhook-failing': t('The webhook endpoint {name} is failing', { name }),
    'key-exposed': t('The API key {name} was sent by a web browser', { name }),
    'key-refused': t('The API key {name} is refused often', { name }),
    'failure-spike': t('Unusually many transactions are failing'),
    'policy-refused': t('A policy refused a request of the API key {name}', { name }),
    'recovery-proposed': t('A recovery of the wallet {name} was proposed', { name }),
    'co-signer-removal': t('The removal of the co-signer of the wallet {name} was started', { name }),
    'key-added': t('A passkey was added to the wallet {name}', { name }),
    'executed-unapproved': isAlertOfWallet(alert)
      ? t('The wallet {name} executed a call without approval, and the call could not be read', { name })
      : t('The transaction {name} was executed without approval, or against a policy', { name }),
    'approvers-missing': t('The policy {name} has too few approvers', { name }),
    'admin-added': t('{name} is a new administrator', { name }),
    'policy-loosened': t('The policy {name} was loosened, turned off or deleted', { name }),
    'allow-list-loosened': t('The IP list of the API key {name} was loosened or turned off', { name }),
    'manage-key-added': t('The API key {name} can now manage the organization', { name }),
    'fee-raised': t('The transaction fee in {name} was raised, or its token or receiver changed', { name }),
    'recovery-code-used': t('{name} used a recovery code', { name }),
    'recovery-link-created': t('A recovery link for {name} was created', { name }),
    'recovery-link-used': t('{name} used a recovery link', { name }),
    'recovery-codes-made': t('{name} has new recovery codes', { name }),
    'passkey-added': t('{name} added a passkey', { name }),
    'passkey-removed': t('{name} removed a passkey', { name }),
    'identity-linked': t('{name} linked an account at the identity provider', { name }),
  }
  const subject = `${mailName(organization)}: ${sentences[alert.kind]}`
  const where = t('See the overview for details. Choose in the settings which alerts you get by mail.')
  const act = describeAct(t, alert, person.alert_language).map((line) => `${line}\n`)
  const facts = act.length === 0 ? '' : `${act.join('')}\n`
  return { subject, text: `${subject}\n\n${facts}${where}\n\n${settings.publicUrl}/\n` }
}

/**
 * Names the actor, their IP address, and the next step if the act was not intended. Empty unless the alert is
 * about an act.
 */
function describeAct(t: MailWords, { by, ipAddress, raisedAtDatetime }: Alert, language: Language): string[] {
  if (by === undefined) return []
  // The owner of a key may have sent any text as the address.
  const address = normaliseIp(ipAddress)
  return [
    t('When: {time}', { time: formatUtc(new Date(raisedAtDatetime), language) }),
    t('By: {name}', { name: nameActor(t, by) }),
    ...(address === undefined ? [] : [t('IP address: {address}', { address })]),
    '',
    t('If this was not intended: undo it, and end the sessions of the member in whose name it was done.'),
  ]
}
