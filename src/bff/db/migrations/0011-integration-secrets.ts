import type { Kysely } from 'kysely'

/** The secret before the present one, while both open sessions (docs/adr/0015). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('bff_integration')
    .addColumn('previous_secret_hash', 'text', (column) => column.unique())
    .addColumn('previous_start', 'text')
    .addColumn('previous_until', 'timestamptz')
    .execute()
}
