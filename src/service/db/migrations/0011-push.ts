import { sql, type Kysely } from 'kysely'

/** Web Push to the approval app's devices (docs/adr/0037). Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table push_keys (
    id integer primary key check (id = 1),
    public_key text not null,
    private_key_box text not null,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create table approver_push_subscriptions (
    id uuid primary key,
    approver_id uuid not null references approvers,
    session_hash text not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    failures integer not null default 0,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index approver_push_subscriptions_of_approver on approver_push_subscriptions (approver_id)`.execute(
    db,
  )
  await sql`create index approver_push_subscriptions_of_session on approver_push_subscriptions (session_hash)`.execute(
    db,
  )
  await sql`create table approver_pushes (
    id uuid primary key,
    subscription_id uuid not null references approver_push_subscriptions on delete cascade,
    transaction_id uuid not null references transactions,
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    sent_at timestamptz,
    given_up_at timestamptz,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index approver_pushes_due on approver_pushes (due_at) where sent_at is null and given_up_at is null`.execute(
    db,
  )
  await sql`create index approver_pushes_recent on approver_pushes (subscription_id, created_at)`.execute(db)
}
