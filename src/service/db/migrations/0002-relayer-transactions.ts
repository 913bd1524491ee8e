import { sql, type Kysely } from 'kysely'

/** Relayer, transactions, the sandbox's inbox. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await relayer(db)
  await transactions(db)
  await sandbox(db)
}

const ADDRESS = sql.raw(`'^0x[0-9a-f]{40}$'`)
const HASH = sql.raw(`'^0x[0-9a-f]{64}$'`)

async function relayer(db: Kysely<never>): Promise<void> {
  await sql`create table relayer_lanes (
    chain_id bigint not null,
    address text not null check (address ~ ${ADDRESS}),
    next_nonce integer not null check (next_nonce >= 0),
    created_at timestamptz not null,
    primary key (chain_id, address)
  )`.execute(db)
  await sql`create table relayed_transactions (
    id uuid primary key,
    chain_id bigint not null,
    from_address text not null,
    nonce integer not null check (nonce >= 0),
    purpose text not null,
    to_address text not null check (to_address ~ ${ADDRESS}),
    value numeric(78, 0) not null,
    data text not null,
    gas_limit integer not null,
    status text not null check (status in ('signed', 'confirmed', 'failed')),
    hash text not null check (hash ~ ${HASH}),
    block_number numeric(20, 0),
    reason text,
    refused_since timestamptz,
    refusal text,
    created_at timestamptz not null,
    attempted_at timestamptz not null,
    settled_at timestamptz,
    unique (chain_id, from_address, nonce)
  )`.execute(db)
  await sql`create index relayed_transactions_open on relayed_transactions (chain_id, from_address, nonce) where status = 'signed'`.execute(
    db,
  )
  await sql`create table relayer_attempts (
    hash text primary key check (hash ~ ${HASH}),
    relayed_id uuid not null references relayed_transactions,
    raw text not null,
    kind text not null check (kind in ('call', 'cancel')),
    max_fee_per_gas numeric(78, 0) not null,
    max_priority_fee_per_gas numeric(78, 0) not null,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index relayer_attempts_of_relayed on relayer_attempts (relayed_id)`.execute(db)
  await sql`create table chain_factories (
    chain_id bigint primary key,
    address text not null check (address ~ ${ADDRESS}),
    created_at timestamptz not null
  )`.execute(db)
}

async function transactions(db: Kysely<never>): Promise<void> {
  await sql`create table transactions (
    id uuid primary key,
    organization_id uuid not null references organizations,
    wallet_address text not null check (wallet_address ~ ${ADDRESS}),
    digest text not null unique check (digest ~ ${HASH}),
    state text not null check (state in ('PENDING_USER_APPROVAL', 'APPROVED', 'SUBMITTED', 'CONFIRMED', 'FAILED', 'REJECTED', 'EXPIRED')),
    to_address text not null check (to_address ~ ${ADDRESS}),
    value numeric(78, 0) not null,
    data text not null,
    expiration numeric(20, 0) not null,
    fee numeric(78, 0) not null,
    fee_coin_address text not null check (fee_coin_address ~ ${ADDRESS}),
    fee_withdraw_address text not null check (fee_withdraw_address ~ ${ADDRESS}),
    signature text not null,
    relayed_id uuid references relayed_transactions,
    transaction_hash text,
    block_number numeric(20, 0),
    reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`.execute(db)
  await sql`create index transactions_newest on transactions (organization_id, created_at desc, id desc)`.execute(
    db,
  )
  await sql`create index transactions_of_wallet on transactions (organization_id, wallet_address, created_at desc, id desc)`.execute(
    db,
  )
  await sql`create index transactions_relayed on transactions (relayed_id)`.execute(db)
}

async function sandbox(db: Kysely<never>): Promise<void> {
  await sql`create table sandbox_mails (
    id uuid primary key,
    to_address text not null,
    subject text not null,
    text text not null,
    code text,
    received_at timestamptz not null
  )`.execute(db)
  await sql`create index sandbox_mails_newest on sandbox_mails (to_address, received_at desc, id desc)`.execute(
    db,
  )
}
