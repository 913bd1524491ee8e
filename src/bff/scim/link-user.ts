import { sql } from 'kysely'
import type { BffTransaction } from '#bff/db/database.ts'
import { normalizeEmail } from '#protocol/email-address.ts'

type Linking = { organizationId: string; adminId: string; email: string }

/**
 * Makes a member the person whom an identity provider has provisioned with this address. Does nothing if another
 * member is that person, or if the member is another user.
 */
export async function linkUser(
  trx: BffTransaction,
  { organizationId, adminId, email }: Linking,
): Promise<void> {
  await sql`
    update bff_scim_user as provisioned set admin_id = ${adminId}, version = version + 1
    where organization_id = ${organizationId} and email = ${normalizeEmail(email) ?? email}
      and not exists (select from bff_member as member
        where member.organization_id = provisioned.organization_id and member.admin_id = provisioned.admin_id)
      and not exists (select from bff_scim_user as other
        where other.organization_id = provisioned.organization_id and other.admin_id = ${adminId})`.execute(
    trx,
  )
}

/**
 * Returns the member whose invitation was sent to this address and who is not provisioned yet. Other known addresses
 * do not count, because members choose those of their alert mails themselves.
 */
export async function findInvitedMember(
  trx: BffTransaction,
  organizationId: string,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ admin_id: string }>`
    select admin_id from bff_member_address as known
    where organization_id = ${organizationId} and email = ${email} and source = 'invitation'
      and not exists (select from bff_scim_user as provisioned
        where provisioned.organization_id = known.organization_id and provisioned.admin_id = known.admin_id)
    order by admin_id limit 1`.execute(trx)
  return rows[0]?.admin_id
}

/** Deletes the user with this address who has not joined yet, because an administrator revoked their invitation. */
export async function forgetPendingUser(
  trx: BffTransaction,
  organizationId: string,
  email: string,
): Promise<void> {
  await trx
    .deleteFrom('bff_scim_user')
    .where('organization_id', '=', organizationId)
    .where('email', '=', normalizeEmail(email) ?? email)
    .where('admin_id', 'is', null)
    .execute()
}
