import { sql } from 'kysely'
import type { BffDatabase } from '#bff/db/database.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import { MEMBER_ADDRESSES_MAX } from '#protocol/limits.ts'
import type { PolicyRule } from '#protocol/policies.ts'

/**
 * Stores an address of a member for as long as they are a member. Otherwise, a member could change the address of
 * their alert mails and then approve their own request with the earlier one. Returns false, and stores nothing, if
 * the person is no member or already has `MEMBER_ADDRESSES_MAX` other addresses.
 */
export async function rememberAddress(
  db: BffDatabase,
  { organization_id: organizationId, admin_id: adminId, email, source }: BffTables['bff_member_address'],
): Promise<boolean> {
  const address = normalizeEmail(email)
  if (address === undefined) return false
  const { rows } = await sql`
    insert into bff_member_address (organization_id, admin_id, email, source)
    select organization_id, admin_id, ${address}, ${source} from bff_member as member
    where organization_id = ${organizationId} and admin_id = ${adminId} and (
      select count(*) from bff_member_address as known
      where known.organization_id = member.organization_id and known.admin_id = member.admin_id
        and known.email <> ${address}) < ${MEMBER_ADDRESSES_MAX}
    on conflict (organization_id, admin_id, email) do update set source = bff_member_address.source
    returning admin_id`.execute(db)
  return rows.length > 0
}

/** Stores the email addresses of an approval rule's approvers that are also named by their member id. */
export async function rememberApprovers(
  db: BffDatabase,
  organizationId: string,
  rule: PolicyRule | undefined,
): Promise<void> {
  if (rule?.kind !== 'approval') return
  for (const { administratorId, email } of rule.approvers) {
    if (administratorId === undefined) continue
    const known = { organization_id: organizationId, admin_id: administratorId, email }
    await rememberAddress(db, { ...known, source: 'policy' })
  }
}
