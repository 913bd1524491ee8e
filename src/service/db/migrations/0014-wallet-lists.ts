import { sql, type Kysely } from 'kysely'

/** Orders and filters of many wallets, and the pictures of collectibles. Runs on Postgres 15 and later (docs/adr/0017, 0018). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index wallets_by_label on wallets (organization_id, (label = ''), (lower(label) collate "C"), id)
    where status <> 'failed'`.execute(db)
  // The list of one user serves the wallets of nobody; of those that are somebody's there may be few among many.
  await sql`create index wallets_of_end_users on wallets (organization_id, created_at desc, id desc)
    where status <> 'failed' and external_user_id <> ''`.execute(db)
  await sql`create index wallets_submitted on wallets (organization_id, created_at desc, id desc)
    where status = 'submitted'`.execute(db)
  await sql`create table holding_pictures (
    chain_id bigint not null,
    token_address text not null,
    token_id numeric(78, 0) not null,
    name text not null,
    description text not null,
    media_type text,
    bytes bytea,
    problem text,
    fetched_at timestamptz not null,
    stale_at timestamptz not null,
    primary key (chain_id, token_address, token_id)
  )`.execute(db)
  await sql`create index holding_pictures_by_age on holding_pictures (fetched_at)`.execute(db)
}
