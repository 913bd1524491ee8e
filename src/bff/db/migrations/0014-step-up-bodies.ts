import { sql, type Kysely } from 'kysely'

/** The body of the one request that a passkey prompt is for. What was asked before is asked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from bff_step_up`.execute(db)
  await db.schema
    .alterTable('bff_step_up')
    .addColumn('body_sha256', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
