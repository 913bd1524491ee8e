import { sql, type Kysely } from 'kysely'

/**
 * Earlier texts of `reason` for an execution without an approval. The second one was used after its block was
 * reorganized away.
 */
const EARLIER_REASONS = [
  'it was executed without the approval of its end-user',
  'the chain took the block of its execution without an approval back',
]
const ROWS_AT_ONCE = 1_000
const INDEX = sql.ref('transactions_bypassed')

/** Fills `bypassed` of earlier rows, creates its index and validates the constraints of the previous step. */
export async function up(db: Kysely<never>): Promise<void> {
  while ((await fillSome(db)) === ROWS_AT_ONCE);
  await sql`drop index if exists ${INDEX}`.execute(db)
  await sql`create index concurrently ${INDEX} on transactions (created_at) where bypassed is not null`.execute(
    db,
  )
  await sql`alter table transactions validate constraint transactions_bypassed_check`.execute(db)
  await sql`alter table approver_mails validate constraint approver_mails_kind_check`.execute(db)
}

async function fillSome(db: Kysely<never>): Promise<number> {
  const { rows } = await sql`
    update transactions set bypassed = case when exists (
      select from held_transactions as held join approvers on approvers.id = held.approver_id
      where held.transaction_id = transactions.id and approvers.external_user_id is null)
      then 'administrator' else 'end-user' end
    where id in (
      select id from transactions where bypassed is null
        and (state = 'CONFIRMED' or watch is not null) and reason = any(${EARLIER_REASONS})
      limit ${ROWS_AT_ONCE} for update skip locked)
    returning 1`.execute(db)
  return rows.length
}
