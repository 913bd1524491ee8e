import { sql, type Kysely } from 'kysely'

/** How API keys are used, who issued them, and alarms that were looked into. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table api_keys
    add column created_by text check (char_length(created_by) <= 100),
    add column exposure_dismissed_at timestamptz,
    add column usage_since timestamptz`.execute(db)
  // Of keys that are there already nothing was counted until now.
  await sql`update api_keys set usage_since = now()`.execute(db)
  await sql`alter table api_keys alter column usage_since set not null`.execute(db)
  // No reference to the key: counting then locks nothing that a request waits for. Keys are never deleted.
  await sql`create table api_key_usage (
    key_id uuid not null,
    epoch_day integer not null,
    endpoint text not null,
    source text not null,
    requests bigint not null check (requests > 0),
    primary key (key_id, epoch_day, endpoint, source)
  )`.execute(db)
  await sql`create index api_key_usage_age on api_key_usage (epoch_day)`.execute(db)
}
