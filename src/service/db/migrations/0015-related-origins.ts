import { sql, type Kysely } from 'kysely'

/** Origins on other domains whose pages may use the passkeys of a domain (ADR 0006). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table organization_domains add column related_origins text[] not null default '{}'`.execute(
    db,
  )
}
