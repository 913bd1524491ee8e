import { sql, type Kysely } from 'kysely'

/** End-users, their approval passkeys, and what waits for their decision. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await approvers(db)
  await sessions(db)
  await held(db)
  await mails(db)
}

const HASH = sql.raw(`'^[0-9a-f]{64}$'`)
const ADDRESS = sql.raw(`'^0x[0-9a-f]{40}$'`)

async function approvers(db: Kysely<never>): Promise<void> {
  await sql`create table approvers (
    id uuid primary key,
    organization_id uuid not null references organizations,
    external_user_id text not null check (external_user_id <> ''),
    email text not null check (email <> ''),
    user_handle text not null unique,
    enrolled_at timestamptz,
    created_at timestamptz not null default now(),
    unique (organization_id, external_user_id, email)
  )`.execute(db)
  await sql`create index approvers_of_email on approvers (email)`.execute(db)
  await sql`create table approver_passkeys (
    credential_id text primary key,
    approver_id uuid not null references approvers,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    backed_up boolean not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index approver_passkeys_of_approver on approver_passkeys (approver_id)`.execute(db)
  await sql`create table approver_invitations (
    token_hash text primary key check (token_hash ~ ${HASH}),
    approver_id uuid not null references approvers,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create index approver_invitations_of_approver on approver_invitations (approver_id)`.execute(db)
}

async function sessions(db: Kysely<never>): Promise<void> {
  await sql`create table approver_sessions (
    id_hash text primary key check (id_hash ~ ${HASH}),
    approver_id uuid not null references approvers,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create table approver_ceremonies (
    id_hash text primary key check (id_hash ~ ${HASH}),
    kind text not null check (kind in ('enrol', 'sign-in', 'decide')),
    approver_id uuid references approvers,
    challenge text not null,
    invitation_hash text,
    transaction_id uuid references transactions,
    decision text check (decision in ('approve', 'reject', 'report')),
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create index approver_ceremonies_age on approver_ceremonies (expires_at)`.execute(db)
}

async function held(db: Kysely<never>): Promise<void> {
  await sql`create table held_transactions (
    transaction_id uuid primary key references transactions,
    approver_id uuid not null references approvers,
    number integer not null check (number between 10 and 99),
    candidates integer[] not null,
    held_at timestamptz not null default now(),
    deadline timestamptz not null,
    notified_at timestamptz,
    seen_at timestamptz,
    decided_at timestamptz,
    decided_with text,
    reported boolean not null default false,
    send_after timestamptz not null default now(),
    check (number = any (candidates))
  )`.execute(db)
  await sql`create index held_transactions_newest on held_transactions (approver_id, held_at desc, transaction_id desc)`.execute(
    db,
  )
  // Few at any moment: what the expirer and the sender of approved ones look for.
  await sql`create index transactions_waiting on transactions (state, id) where state in ('PENDING_USER_APPROVAL', 'APPROVED')`.execute(
    db,
  )
  await sql`create table approver_mutes (
    approver_id uuid not null references approvers,
    wallet_address text not null check (wallet_address ~ ${ADDRESS}),
    until timestamptz not null,
    primary key (approver_id, wallet_address)
  )`.execute(db)
}

async function mails(db: Kysely<never>): Promise<void> {
  await sql`create table approver_mails (
    id uuid primary key,
    approver_id uuid not null references approvers,
    kind text not null check (kind in ('invitation', 'held', 'reminder')),
    transaction_id uuid references transactions,
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    sent_at timestamptz,
    given_up_at timestamptz,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index approver_mails_due on approver_mails (due_at) where sent_at is null and given_up_at is null`.execute(
    db,
  )
  await sql`create index approver_mails_recent on approver_mails (approver_id, created_at)`.execute(db)
}
