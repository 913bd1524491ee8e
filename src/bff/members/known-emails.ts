import type { HasDatabase, HasHosting } from '#bff/context-parts.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import type { DeclaredRequester, NamedRequester } from '#protocol/requester.ts'

/**
 * Returns the known email addresses of a member: the address of their alert mails in this organization, and that of
 * their account at the identity provider.
 */
export async function listKnownEmails(
  db: BffDatabase,
  organizationId: string,
  adminId: string,
): Promise<string[]> {
  const member = await db
    .selectFrom('bff_member')
    .select('alert_email as email')
    .where('organization_id', '=', organizationId)
    .where('admin_id', '=', adminId)
    .execute()
  const accounts = await db
    .selectFrom('bff_identity')
    .select('label as email')
    .where('admin_id', '=', adminId)
    .execute()
  return [...member, ...accounts].flatMap(({ email }) => normalizeEmail(email ?? '') ?? [])
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
