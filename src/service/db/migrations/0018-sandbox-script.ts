import { sql, type Kysely } from 'kysely'

/** Times that were the database's own `now()` by default. */
const DEFAULTS: readonly [table: string, column: string][] = [
  ['approvers', 'created_at'],
  ['approver_passkeys', 'created_at'],
  ['approver_passkeys', 'last_used_at'],
  ['held_transactions', 'held_at'],
  ['held_transactions', 'send_after'],
  ['approver_mails', 'due_at'],
  ['approver_mails', 'created_at'],
  ['approver_pushes', 'due_at'],
  ['approver_pushes', 'created_at'],
]

/**
 * The service's present in the database, and what the sandbox's script knows (docs/adr/0043). `service_now()` is
 * `now()` and planned as such; only a sandbox whose clock was moved replaces it. Runs on Postgres 15 and later.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create or replace function service_now() returns timestamptz language sql stable as 'select now()'`.execute(
    db,
  )
  for (const [table, column] of DEFAULTS) {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set default service_now()`.execute(
      db,
    )
  }
  await sql`create table sandbox_clock (
    id integer primary key check (id = 1),
    ahead_seconds bigint not null check (ahead_seconds >= 0)
  )`.execute(db)
  await sql`create table sandbox_scripts (
    organization_id uuid primary key references organizations,
    behaviour text not null,
    delay_seconds integer not null,
    receiver_down boolean not null
  )`.execute(db)
  await sql`create table sandbox_customers (
    id uuid primary key,
    organization_id uuid not null references organizations,
    approver_id uuid not null unique references approvers,
    wallet_address text not null,
    email text not null,
    keys_box text not null,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create table sandbox_plans (
    transaction_id uuid primary key references transactions,
    customer_id uuid not null references sandbox_customers,
    behaviour text not null,
    due_at timestamptz not null,
    done_at timestamptz
  )`.execute(db)
  await sql`create index sandbox_plans_due on sandbox_plans (due_at) where done_at is null`.execute(db)
}
