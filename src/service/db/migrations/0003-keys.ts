import { sql, type Kysely } from 'kysely'

/** Allow-lists, rotation and limits of API keys; proofs of domains. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table api_keys
    add column last_used_ip text,
    add column ip_mode text not null default 'off' check (ip_mode in ('off', 'staged', 'enforced')),
    add column ip_ranges text[] not null default '{}',
    add column ip_refused_at timestamptz,
    add column ip_refused text,
    add column requests_per_minute integer check (requests_per_minute > 0),
    add column replaced_by uuid references api_keys,
    add column exposed_at timestamptz`.execute(db)
  await sql`alter table organizations
    add column requests_per_minute integer check (requests_per_minute > 0)`.execute(db)
  await sql`alter table organization_domains
    add column proof_token text,
    add column looked_at timestamptz`.execute(db)
  // Unlogged: adding up what processes counted costs no write to the disk, and after a crash counting starts anew.
  await sql`create unlogged table rate_counts (
    subject text not null,
    window_started_at timestamptz not null,
    requests bigint not null,
    primary key (subject, window_started_at)
  )`.execute(db)
  await sql`create index rate_counts_age on rate_counts (window_started_at)`.execute(db)
}
