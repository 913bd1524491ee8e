import { sql, type Kysely } from 'kysely'

/** The actor of the act that an alert is about, and their IP address (ADR 0028). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alerts add column cause jsonb`.execute(db)
}
