import { sql } from 'kysely'
import type { HasDatabase, HasHosting } from '#bff/context-parts.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import type { DeclaredRequester, NamedRequester } from '#protocol/requester.ts'

/** An address of a member. `isPresent`: false for one that they used earlier, or that only a policy gave them. */
type KnownAddress = { administratorId: string; email: string; isPresent: boolean }

/**
 * Lists the known email addresses of an organization's members: those of their invitation, of their account at the
 * identity provider, of their alert mails, now and earlier, and those with which a policy has named them.
 */
export async function listAddresses(
  db: BffDatabase,
  organizationId: string,
  adminId?: string,
): Promise<KnownAddress[]> {
  const only = adminId === undefined ? sql`` : sql`where "administratorId" = ${adminId}`
  const { rows } = await sql<KnownAddress>`
    select "administratorId", email, bool_or("isPresent") as "isPresent" from (
      select admin_id as "administratorId", alert_email as email, true as "isPresent" from bff_member
      where organization_id = ${organizationId} and alert_email <> ''
      union all
      select admin_id, email, source = 'invitation' from bff_member_address
      where organization_id = ${organizationId}
      union all
      select account.admin_id, account.label, true from bff_identity as account
      join bff_member as member on member.admin_id = account.admin_id
      where member.organization_id = ${organizationId}) as known
    ${only} group by 1, 2 order by 1, 2`.execute(db)
  return rows.flatMap(({ email, ...known }) => {
    const address = normalizeEmail(email)
    return address === undefined ? [] : [{ ...known, email: address }]
  })
}

/** Returns the known email addresses of one member. */
export async function listKnownEmails(
  db: BffDatabase,
  organizationId: string,
  adminId: string,
): Promise<string[]> {
  const known = await listAddresses(db, organizationId, adminId)
  return [...new Set(known.map(({ email }) => email))]
}

/**
 * Adds the known email addresses of an administrator, so that the service recognizes them in a policy that names only
 * an email address. The addresses stay within this deployment.
 */
export async function declareRequester(
  { db, settings }: HasDatabase & HasHosting,
  organizationId: string,
  requester: NamedRequester,
): Promise<DeclaredRequester> {
  if (requester.kind !== 'administrator' || settings.hostedUpstream) return requester
  return { ...requester, emails: await listKnownEmails(db, organizationId, requester.id) }
}
