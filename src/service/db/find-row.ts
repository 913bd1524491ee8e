import { sql, type Selectable } from 'kysely'
import type { Database, Tables } from './database.ts'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** Selects some columns of the row with all of these values. Undefined if there is none. */
export async function findRow<Table extends keyof Tables, Name extends keyof Row<Table> & string>(
  db: Database,
  table: Table,
  names: readonly Name[],
  values: Partial<Row<Table>>,
): Promise<Pick<Row<Table>, Name> | undefined> {
  const equal = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<Pick<Row<Table>, Name>>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where ${sql.join(equal, sql` and `)} limit 1`.execute(db)
  return rows[0]
}

/** Like `findRow`, for a row that must exist. @throws Error if it does not */
export async function requireRow<Table extends keyof Tables, Name extends keyof Row<Table> & string>(
  db: Database,
  table: Table,
  names: readonly Name[],
  values: Partial<Row<Table>>,
): Promise<Pick<Row<Table>, Name>> {
  const row = await findRow(db, table, names, values)
  if (row === undefined) throw new Error(`a row of ${table} is missing`)
  return row
}
