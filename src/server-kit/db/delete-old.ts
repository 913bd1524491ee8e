import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'

const BATCH_MAX = 1_000

/** Old rows of a table: `by` is the column of an index in which they come first, `which` an SQL condition on it. */
type OldRows = { table: string; by: string; which: RawBuilder<unknown> }

/** Deletes them some at a time: no statement takes long, however many there are. */
export async function deleteOld(db: QueryExecutorProvider, { table, by, which }: OldRows): Promise<void> {
  for (;;) {
    // Once more in the end: what was changed meanwhile stays.
    const deleted = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${which} order by ${sql.ref(by)} limit ${BATCH_MAX})) and ${which}
      returning 1`.execute(db)
    if (deleted.rows.length < BATCH_MAX) return
  }
}
