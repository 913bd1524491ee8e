import type { Kysely } from 'kysely'

/** What a deployment knows of itself: one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deployment')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('secret_key_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()
}
