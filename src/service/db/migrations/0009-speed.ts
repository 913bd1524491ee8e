import { sql, type Kysely } from 'kysely'

/** Search among many wallets. Runs on Postgres 15 and later; pg_trgm comes with both engines (docs/adr/0034). */
export async function up(db: Kysely<never>): Promise<void> {
  // No text of a wallet holds a line break, so nothing is found across two of them.
  await sql`alter table wallets add column search_text text not null generated always as (
    lower(label || chr(10) || external_user_id || chr(10) || external_user_label || chr(10) || email)
  ) stored`.execute(db)
  await sql`create index wallets_address_prefix on wallets (address text_pattern_ops) where status <> 'failed'`.execute(
    db,
  )
  // Where the role may not add the extension, or the server lacks it, the search works too, and reads every row.
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index wallets_search on wallets using gin (search_text gin_trgm_ops) where status <> 'failed';
  exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'the search of wallets has no index: pg_trgm is not available';
  end $$`.execute(db)
}
