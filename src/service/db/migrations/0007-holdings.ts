import { sql, type Kysely } from 'kysely'

/** What the chain's logs say of the wallets: how far they are read, events, claims. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await progress(db)
  await events(db)
  await claims(db)
  await sql`create index wallets_by_age on wallets (created_at)`.execute(db)
  await sql`create index transactions_by_hash on transactions (transaction_hash) where transaction_hash is not null`.execute(
    db,
  )
}

const ADDRESS = sql.raw(`'^0x[0-9a-f]{40}$'`)
const HASH = sql.raw(`'^0x[0-9a-f]{64}$'`)

async function progress(db: Kysely<never>): Promise<void> {
  await sql`create table holding_indexes (
    chain_id bigint primary key,
    start_block bigint not null check (start_block >= 0),
    next_block bigint not null check (next_block >= start_block)
  )`.execute(db)
  await sql`create table holding_blocks (
    chain_id bigint not null,
    number bigint not null,
    hash text not null check (hash ~ ${HASH}),
    primary key (chain_id, number)
  )`.execute(db)
  await sql`create table holding_wallets (
    chain_id bigint not null,
    address text not null check (address ~ ${ADDRESS}),
    next_block bigint not null,
    live_from bigint not null,
    primary key (chain_id, address)
  )`.execute(db)
  await sql`create index holding_wallets_behind on holding_wallets (chain_id, next_block) where next_block < live_from`.execute(
    db,
  )
}

async function events(db: Kysely<never>): Promise<void> {
  await sql`create table holding_events (
    chain_id bigint not null,
    wallet_address text not null,
    block_number bigint not null,
    log_index integer not null,
    item_index integer not null,
    kind text not null check (kind in ('transfer', 'approval', 'operator')),
    standard text check (standard in ('erc20', 'erc721', 'erc1155')),
    token_address text not null,
    from_address text not null,
    to_address text not null,
    token_id numeric(78, 0),
    amount numeric(78, 0),
    approved boolean,
    transaction_hash text not null,
    mined_at timestamptz not null,
    primary key (chain_id, wallet_address, block_number, log_index, item_index)
  )`.execute(db)
  await sql`create index holding_events_of_block on holding_events (chain_id, block_number)`.execute(db)
}

async function claims(db: Kysely<never>): Promise<void> {
  await sql`create table holding_claims (
    id bigint generated always as identity primary key,
    chain_id bigint not null,
    wallet_address text not null,
    kind text not null check (kind in ('coin', 'collectible', 'multiToken', 'allowance', 'itemApproval', 'operator')),
    token_address text not null,
    item text not null,
    open boolean not null,
    block_number bigint not null,
    log_index integer not null,
    item_index integer not null,
    unique (chain_id, wallet_address, kind, token_address, item)
  )`.execute(db)
  await sql`create index holding_claims_newest on holding_claims (chain_id, wallet_address, id desc) where open`.execute(
    db,
  )
  await sql`create index holding_claims_of_block on holding_claims (chain_id, block_number)`.execute(db)
}
