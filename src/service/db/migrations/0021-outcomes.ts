import { sql, type Kysely } from 'kysely'

const STATES = sql.raw(
  [
    'PENDING_USER_APPROVAL',
    'APPROVED',
    'SUBMITTED',
    'CONFIRMED',
    'FAILED',
    'REJECTED',
    'EXPIRED',
    'CANCELLED',
  ]
    .map((state) => `'${state}'`)
    .join(', '),
)

/** What decides an outcome is what the wallet says of the digest (docs/adr/0060). Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table transactions
    drop constraint transactions_state_check,
    add constraint transactions_state_check check (state in (${STATES})),
    add column block_hash text,
    add column watch text check (watch in ('unread', 'followed'))`.execute(db)
  // What an earlier version called final may have been executed since, or can still be.
  await sql`update transactions set watch = 'unread'
    where state not in ('CONFIRMED', 'SUBMITTED') and expiration > extract(epoch from now()) - 86400`.execute(
    db,
  )
  await sql`create index transactions_watched on transactions (watch, expiration) where watch is not null`.execute(
    db,
  )
  await sql`create table outcome_cursors (
    chain_id bigint primary key,
    block_number numeric(20, 0) not null,
    block_hash text not null
  )`.execute(db)
  await sql`alter table held_transactions add column approved boolean`.execute(db)
  await sql`update held_transactions as held set approved = transactions.state <> 'REJECTED'
    from transactions where transactions.id = held.transaction_id and held.decided_at is not null`.execute(db)
}
