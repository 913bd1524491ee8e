import { sql, type Kysely } from 'kysely'

/** Organizations, keys, verification codes, wallets, allowed tokens, idempotency. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await organizations(db)
  await keys(db)
  await verification(db)
  await wallets(db)
  await tokens(db)
  await idempotency(db)
}

const ADDRESS = sql.raw(`'^0x[0-9a-f]{40}$'`)
const HASH = sql.raw(`'^[0-9a-f]{64}$'`)

async function organizations(db: Kysely<never>): Promise<void> {
  await sql`create table organizations (
    id uuid primary key,
    name text not null,
    key_mark text not null unique check (key_mark ~ '^[0-9A-Za-z]{6}$'),
    embed_origins text[] not null default '{}',
    created_at timestamptz not null
  )`.execute(db)
  await sql`create table organization_domains (
    id uuid primary key,
    organization_id uuid not null references organizations,
    domain text not null,
    rp_id_hash text not null check (rp_id_hash ~ '^0x[0-9a-f]{64}$'),
    verified_at timestamptz,
    created_at timestamptz not null,
    unique (organization_id, rp_id_hash)
  )`.execute(db)
  // A wallet's address does not depend on the organization, so a proved domain belongs to one (docs/adr/0004).
  await sql`create unique index organization_domains_proved on organization_domains (rp_id_hash) where verified_at is not null`.execute(
    db,
  )
  await sql`create table fee_settings (
    organization_id uuid primary key references organizations,
    token_address text not null check (token_address ~ ${ADDRESS}),
    token_symbol text not null,
    token_decimals integer not null,
    amount_per_transaction numeric(78, 0) not null check (amount_per_transaction >= 0),
    withdraw_address text not null check (withdraw_address ~ ${ADDRESS}),
    updated_at timestamptz not null
  )`.execute(db)
}

async function keys(db: Kysely<never>): Promise<void> {
  await sql`create table api_keys (
    id uuid primary key,
    organization_id uuid not null references organizations,
    label text not null,
    start text not null,
    key_hash text not null unique check (key_hash ~ ${HASH}),
    scopes text[] not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz
  )`.execute(db)
  await sql`create index api_keys_of_organization on api_keys (organization_id, created_at desc, id desc)`.execute(
    db,
  )
}

async function verification(db: Kysely<never>): Promise<void> {
  await sql`create table verification_codes (
    id uuid primary key,
    organization_id uuid not null references organizations,
    email text not null,
    code_hmac text not null check (code_hmac ~ ${HASH}),
    tries integer not null default 0 check (tries between 0 and 5),
    live boolean not null default true,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    spent_at timestamptz
  )`.execute(db)
  // A code sent without an email address must mean one person (profile 7), and a newer code replaces the older.
  await sql`create unique index verification_codes_live_code on verification_codes (organization_id, code_hmac) where live`.execute(
    db,
  )
  await sql`create unique index verification_codes_live_email on verification_codes (organization_id, email) where live`.execute(
    db,
  )
  await sql`create index verification_codes_quota on verification_codes (organization_id, email, created_at)`.execute(
    db,
  )
  await sql`create index verification_codes_recent on verification_codes (organization_id, created_at)`.execute(
    db,
  )
  await sql`create table verification_guards (
    organization_id uuid primary key references organizations,
    window_started_at timestamptz not null,
    wrong_tries integer not null
  )`.execute(db)
}

async function wallets(db: Kysely<never>): Promise<void> {
  await sql`create table wallets (
    id uuid primary key,
    organization_id uuid not null references organizations,
    address text not null check (address ~ ${ADDRESS}),
    qx text not null check (qx ~ ${HASH}),
    qy text not null check (qy ~ ${HASH}),
    rp_id_hash text not null,
    label text not null,
    external_user_id text not null,
    external_user_label text not null,
    email text not null,
    backup_address text check (backup_address ~ ${ADDRESS}),
    with_fee boolean not null,
    status text not null check (status in ('submitted', 'deployed', 'failed')),
    relayed_id uuid not null,
    transaction_hash text not null,
    verification_id uuid not null,
    creation_hmac text not null,
    answered_at timestamptz,
    created_at timestamptz not null,
    deployed_at timestamptz
  )`.execute(db)
  await sql`create unique index wallets_address on wallets (address) where status <> 'failed'`.execute(db)
  await sql`create index wallets_newest on wallets (organization_id, created_at desc, id desc) where status <> 'failed'`.execute(
    db,
  )
  await sql`create index wallets_of_user on wallets (organization_id, external_user_id, created_at desc, id desc) where status <> 'failed'`.execute(
    db,
  )
  await sql`create index wallets_relayed on wallets (relayed_id)`.execute(db)
}

async function tokens(db: Kysely<never>): Promise<void> {
  await sql`create table allowed_tokens (
    id uuid primary key,
    address text not null unique check (address ~ ${ADDRESS}),
    standard text not null check (standard in ('erc20', 'erc721', 'erc1155')),
    name text not null,
    symbol text not null,
    decimals integer not null,
    logo_url text not null,
    position integer not null generated always as identity,
    created_at timestamptz not null
  )`.execute(db)
}

async function idempotency(db: Kysely<never>): Promise<void> {
  await sql`create table idempotency_keys (
    organization_id uuid not null references organizations,
    key_hash text not null check (key_hash ~ ${HASH}),
    request_hash text not null check (request_hash ~ ${HASH}),
    state text not null check (state in ('running', 'done', 'open')),
    lease_until timestamptz not null,
    sealed_answer text,
    created_at timestamptz not null,
    primary key (organization_id, key_hash)
  )`.execute(db)
  await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db)
}
