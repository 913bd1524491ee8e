import { sql, type RawBuilder } from 'kysely'
import type { Tables } from './database.ts'

/**
 * SQL that inserts rows, all with the columns of the first, at least one. They are one parameter: the statement is the same
 * for any number of them, so the embedded engine keeps it prepared.
 */
export function insertRows(table: keyof Tables, rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const name = sql.table(table)
  return sql`
    insert into ${name} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`
}
