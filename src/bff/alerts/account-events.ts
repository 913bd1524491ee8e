import { randomUUID } from 'node:crypto'
import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { readDevice, type Device } from '#bff/sessions/device.ts'
import {
  ACCOUNT_ALERT_KINDS,
  ACT_ALERT_MS,
  ALERTS_LISTED_MAX,
  type Alert,
  type AlertActor,
} from '#protocol/alerts.ts'
import type { Language } from '#protocol/display/language.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import type { AccountEventKind, AccountMailFacts } from './tables.ts'

type AccountEvent = {
  kind: AccountEventKind
  adminId: string
  by: AlertActor
  /** Device from which the person acted. Null if the act was done on the server's command line. */
  device: Device | null
  at: Date
}

/** The signed-in person as the actor, with their device and the time. */
export function actingPerson({
  ctx,
  exchange,
  session,
}: Pick<Asking<HasClock>, 'ctx' | 'exchange' | 'session'>): {
  by: { kind: 'administrator' | 'api-key' | 'operator'; id: string; name: string }
  device: Device
  at: Date
} {
  const { id, name } = session.admin
  return { by: administrator({ id, name }), device: readDevice(exchange), at: ctx.clock.now() }
}

/** A person as the actor. */
export function administrator({ id, name }: { id: string; name: string }): AlertActor {
  return { kind: 'administrator', id, name }
}

/**
 * Stores an event of a person's account in the database transaction of the act: an alert in each of their
 * organizations, and a mail to each of their email addresses. Call it before `recordAudit`. Source: ADR 0028.
 */
export async function noteAccountEvent(trx: BffTransaction, event: AccountEvent): Promise<void> {
  const { kind, adminId, by, device, at } = event
  const memberships = await trx
    .selectFrom('bff_member as member')
    .innerJoin('bff_admin as admin', 'admin.id', 'member.admin_id')
    .select(['member.organization_id', 'member.alert_email', 'member.alert_language', 'admin.name'])
    .where('admin.id', '=', adminId)
    .orderBy('member.organization_id')
    .execute()
  if (memberships.length === 0) return
  await forgetOld(trx, at)
  const alertKind = ACCOUNT_ALERT_KINDS.find((one) => one === kind)
  if (alertKind !== undefined) {
    const rows = memberships.map(({ organization_id, name }) => ({
      id: randomUUID(),
      organization_id,
      kind: alertKind,
      admin_id: adminId,
      admin_name: name,
      actor: JSON.stringify(by),
      ip_address: device?.ipAddress ?? null,
      occurred_at: at,
    }))
    await trx.insertInto('bff_account_event').values(rows).execute()
  }
  const facts = accountMailFacts(event)
  const languages = new Map<string, Language>()
  for (const { alert_email: email, alert_language: language } of memberships)
    if (email !== null) languages.set(normalizeEmail(email) ?? email, language)
  for (const [email, language] of languages) await queueAccountMail(trx, { email, language, kind, facts, at })
}

export function accountMailFacts({
  by,
  device,
  at,
}: Pick<AccountEvent, 'by' | 'device' | 'at'>): AccountMailFacts {
  const { ipAddress = null, userAgent = null } = device ?? {}
  return { by, ipAddress, userAgent, at: at.toISOString() }
}

type NewMail = {
  email: string
  language: Language
  kind: AccountEventKind
  facts: AccountMailFacts
  at: Date
}

/** Queues a mail for `sendAccountMails`. It is sent even if the person has switched off all alerts. */
export async function queueAccountMail(trx: BffTransaction, { at, facts, ...mail }: NewMail): Promise<void> {
  const row = { id: randomUUID(), ...mail, facts: JSON.stringify(facts), created_at: at, due_at: at }
  await trx.insertInto('bff_account_mail').values(row).execute()
}

/** Deletes old rows, so that none accumulate if mail does not work. */
async function forgetOld(trx: BffTransaction, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - ACT_ALERT_MS)
  await trx.deleteFrom('bff_account_event').where('occurred_at', '<=', oldest).execute()
  await trx.deleteFrom('bff_account_mail').where('created_at', '<=', oldest).execute()
}

/** Returns account events of an organization's members in the last 72 hours, newest first. */
export async function accountAlerts(
  { db, clock }: HasClock & HasDatabase,
  organizationId: string,
): Promise<Alert[]> {
  const since = new Date(clock.now().getTime() - ACT_ALERT_MS)
  const rows = await db
    .selectFrom('bff_account_event')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('occurred_at', '>', since)
    .orderBy('occurred_at', 'desc')
    .orderBy('id')
    .limit(ALERTS_LISTED_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.admin_id,
    name: row.admin_name,
    raisedAtDatetime: row.occurred_at.toISOString(),
    by: row.actor,
    ...(row.ip_address !== null && { ipAddress: row.ip_address }),
  }))
}
