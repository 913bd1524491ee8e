import { sql, type Kysely } from 'kysely'

/** Signed messages count toward daily limits (ADR 0014). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table message_effects (
    organization_id uuid not null references organizations,
    wallet_address text not null check (wallet_address ~ '^0x[0-9a-f]{40}$'),
    digest text not null check (digest ~ '^0x[0-9a-f]{64}$'),
    effects jsonb not null,
    signed_at timestamptz not null,
    primary key (organization_id, digest)
  )`.execute(db)
  await sql`create index message_effects_of_wallet on message_effects (wallet_address, signed_at)`.execute(db)
  await sql`create index message_effects_age on message_effects (signed_at)`.execute(db)
}
