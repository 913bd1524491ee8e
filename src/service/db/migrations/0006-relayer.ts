import { sql, type Kysely } from 'kysely'

/** Leases, gas budgets, what a relayed transaction cost and in which block it stands. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table leases (
    name text primary key,
    owner uuid not null,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create table gas_budgets (
    organization_id uuid primary key references organizations,
    wei_per_day numeric(78, 0) check (wei_per_day >= 0),
    updated_at timestamptz not null
  )`.execute(db)
  await sql`create table gas_spending (
    organization_id uuid not null references organizations,
    day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    spent_wei numeric(78, 0) not null,
    primary key (organization_id, day)
  )`.execute(db)
  await sql`alter table relayed_transactions
    add column organization_id uuid,
    add column gas_day text,
    add column reserved_wei numeric(78, 0),
    add column cost_wei numeric(78, 0),
    add column block_hash text`.execute(db)
}
