import { sql, type Kysely } from 'kysely'

/** Answers that wait for the same request once more, sealed, for some minutes (docs/adr/0057). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bff_repeated_answer')
    .addColumn('session_hash', 'text', (column) =>
      column.notNull().references('bff_session.id_hash').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('running', 'done', 'open')`))
    .addColumn('lease_until', 'timestamptz', (column) => column.notNull())
    .addColumn('sealed_answer', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_repeated_answer_key', ['session_hash', 'key_hash'])
    .execute()
  await db.schema
    .createIndex('bff_repeated_answer_age')
    .on('bff_repeated_answer')
    .column('created_at')
    .execute()
}
