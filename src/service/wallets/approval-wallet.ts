import { sql, type RawBuilder } from 'kysely'
import { enrolledApproverId } from '#service/policies/require-policies.ts'

/**
 * SQL: the address of the approval wallet of the end-user to whom a row of `wallets` belongs. Null for a wallet that the
 * organization operates, before enrolment, and while no passkey of the person can have one.
 */
export function approvalWallet(wallet: string): RawBuilder<string | null> {
  return sql`(
    select person.wallet_address from approvers as person where person.id = ${enrolledApproverId(wallet)})`
}
