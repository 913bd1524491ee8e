import { sql, type Kysely } from 'kysely'

/** What a relayed transaction used, the keys of receipts, and finished days of usage. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table relayed_transactions
    add column gas_used numeric(20, 0),
    add column gas_price numeric(78, 0)`.execute(db)
  await sql`create table receipt_keys (
    id text primary key check (id ~ '^[0-9a-f]{16}$'),
    public_key text not null,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create table usage_days (
    organization_id uuid not null references organizations,
    day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    counts jsonb not null,
    primary key (organization_id, day)
  )`.execute(db)
}
