import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'

const BATCH_MAX = 1_000

/** Old rows of a table. `by` is an indexed column that sorts them first; `which` is an SQL condition. */
type OldRows = { table: string; by: string; which: RawBuilder<unknown> }

/** Deletes old rows in batches, so that each statement stays short. */
export async function deleteOld(db: QueryExecutorProvider, { table, by, which }: OldRows): Promise<void> {
  for (;;) {
    // Checks the condition again, so that rows that changed in the meantime are not deleted.
    const deleted = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${which} order by ${sql.ref(by)} limit ${BATCH_MAX})) and ${which}
      returning 1`.execute(db)
    if (deleted.rows.length < BATCH_MAX) return
  }
}
