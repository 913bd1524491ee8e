import { sql, type Kysely } from 'kysely'

/** Who did what an alert is about, and from where (ADR 0028). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alerts add column cause jsonb`.execute(db)
}
