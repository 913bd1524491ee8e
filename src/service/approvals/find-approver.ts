import { sql } from 'kysely'

/**
 * SQL: the id of the end-user whose approval the transactions of `wallet`, a row of `wallets`, need: the person
 * of its verified email, once they have enrolled a passkey. Null for a wallet that the organization operates,
 * and before enrolment.
 */
export const ENROLLED_APPROVER_ID = sql<string>`(
  select approver.id from approvers as approver
  where approver.organization_id = wallet.organization_id and approver.email = wallet.email
    and approver.external_user_id = wallet.external_user_id and approver.enrolled_at is not null)`
