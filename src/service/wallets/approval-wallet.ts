import { sql, type RawBuilder } from 'kysely'

/**
 * SQL: the id of the end-user whose approval the transactions of a `wallets` row need. This is the person with the
 * verified email address, once they have enrolled a passkey. Null before enrolment, and for a wallet that the
 * organization operates.
 */
export function enrolledApproverId(wallet: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${wallet}.${name}`)
  return sql`(
    select approver.id from approvers as approver
    where approver.organization_id = ${column('organization_id')} and approver.email = ${column('email')}
      and approver.external_user_id = ${column('external_user_id')} and approver.enrolled_at is not null)`
}

/**
 * SQL: the address of the approval wallet of a wallet's end-user. Null before enrolment, for a wallet that the
 * organization operates, and while no passkey of the person can have an approval wallet.
 */
export function approvalWallet(wallet: string): RawBuilder<string | null> {
  return sql`(
    select person.wallet_address from approvers as person where person.id = ${enrolledApproverId(wallet)})`
}
