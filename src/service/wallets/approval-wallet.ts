import { sql, type RawBuilder } from 'kysely'
import { enrolledApproverId } from '#service/policies/require-policies.ts'

/**
 * SQL: the address of the approval wallet of the end-user to whom a row of `wallets` belongs. Null for a wallet that the
 * organization operates, before enrolment, and while the person's approval wallet is not known. The column is read through
 * JSON, so that a schema without it answers null.
 */
export function approvalWallet(wallet: string): RawBuilder<string | null> {
  return sql`(
    select to_jsonb(person)->>'wallet_address' from approvers as person
    where person.id = ${enrolledApproverId(wallet)})`
}
