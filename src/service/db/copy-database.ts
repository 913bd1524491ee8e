import { sql } from 'kysely'
import type { Database, Transaction } from './database.ts'

/** Thrown if a database cannot be copied. The message is for the operator. */
class DatabaseCopyError extends Error {
  override name = 'DatabaseCopyError'
}

/** A table with its stored columns. Generated columns are computed again by the target. */
type StoredTable = { name: string; columns: { name: string; type: string }[] }

/** Number of rows of a table, and the sum of their hashes. Two tables with equal contents agree on both. */
type Contents = { rows: string; checksum: string }

/** Rows per statement. A row with a picture has up to a megabyte, any other a few kilobytes. */
const ROWS_PER_BATCH = 20

/** Tables that the migrations fill. All others are empty until the first process uses the database. */
const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set([
  'event_counter',
  'service_migrations',
  'service_migration_contents',
  'service_migration_lock',
  'bff_migration',
  'bff_migration_content',
  'bff_migration_lock',
])

/** Lists the tables of Latchkey's schema. Leaves out the tables of extensions. */
export async function listTables(db: Database): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select relname as name,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attname) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    group by relname order by relname`.execute(db)
  return rows
}

/**
 * Copies every row of every table of `source` to the same tables of `target`, which no process has used yet, and sets
 * its sequences. Runs in one transaction of the target, and compares each table before its end. `source` must not
 * change meanwhile. Returns the number of rows by table.
 *
 * @throws DatabaseCopyError if the target is not empty, lacks a table, or differs afterwards; it is then unchanged
 */
export async function copyDatabase(source: Database, target: Database): Promise<Map<string, number>> {
  const tables = await listTables(source)
  await requireSameTables(tables, target)
  return source.transaction().execute(async (from) => {
    await setFormats(from)
    return target.transaction().execute(async (to) => {
      await setFormats(to)
      return copyAll(from, to, tables)
    })
  })
}

async function requireSameTables(tables: StoredTable[], target: Database): Promise<void> {
  const own = new Map((await listTables(target)).map((table) => [table.name, JSON.stringify(table)]))
  const differing = tables.filter((table) => own.get(table.name) !== JSON.stringify(table))
  if (differing.length === 0) return
  const names = differing.map(({ name }) => name).join(', ')
  throw new DatabaseCopyError(`Postgres lacks these tables, or has them with other columns: ${names}.`)
}

/** Sets the formats in which values are read as text, and lets statements on large tables take long. */
async function setFormats(trx: Transaction): Promise<void> {
  const settings = [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, MDY'],
    ['intervalstyle', 'postgres'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '1'],
    ['statement_timeout', '0'],
    ['idle_in_transaction_session_timeout', '0'],
  ] as const
  for (const [name, value] of settings) await sql`select set_config(${name}, ${value}, true)`.execute(trx)
}

async function copyAll(
  from: Transaction,
  to: Transaction,
  tables: StoredTable[],
): Promise<Map<string, number>> {
  // This also locks the tables, so that no process can store a row meanwhile.
  await switchTriggers(to, tables, 'disable')
  await requireEmpty(to, tables)
  const references = await dropReferences(to, tables)
  for (const table of tables) await copyTable(from, to, table)
  for (const { table, name, definition } of references) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      to,
    )
  }
  await copySequences(from, to)
  await switchTriggers(to, tables, 'enable')
  const counts = await compare(from, to, tables)
  await startInNewServer(to)
  return counts
}

/** The triggers derive rows of other tables, which are copied themselves. */
async function switchTriggers(trx: Transaction, tables: StoredTable[], how: 'disable' | 'enable') {
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} ${sql.raw(how)} trigger user`.execute(trx)
}

async function requireEmpty(to: Transaction, tables: StoredTable[]): Promise<void> {
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.has(name)) {
      await sql`delete from ${sql.table(name)}`.execute(to)
      continue
    }
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(to)
    if (rows.length > 0) {
      throw new DatabaseCopyError(
        `The database of DATABASE_URL is not empty: its table ${name} has rows. Use an empty database.`,
      )
    }
  }
}

type Reference = { table: string; name: string; definition: string }

/** Drops the foreign keys, because tables and rows refer to each other in any order. */
async function dropReferences(to: Transaction, tables: StoredTable[]): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relname = any(${tables.map(({ name }) => name)})
      and relnamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(to)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(to)
  return rows
}

/** A row as a JSON array of texts, which keeps every digit of numbers, times and bytes. */
const rowText = ({ columns }: StoredTable) =>
  sql<string>`json_build_array(${sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))})::text`

async function copyTable(from: Transaction, to: Transaction, table: StoredTable): Promise<void> {
  const names = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(
    table.columns.map(({ type }, index) => sql`(stored ->> ${sql.lit(index)})::${sql.raw(type)}`),
  )
  await sql`declare copied_rows no scroll cursor for
    select ${rowText(table)} as text from ${sql.table(table.name)}`.execute(from)
  try {
    for (;;) {
      const { rows } = await sql<{ text: string }>`
        fetch ${sql.lit(ROWS_PER_BATCH)} from copied_rows`.execute(from)
      if (rows.length === 0) break
      const batch = `[${rows.map(({ text }) => text).join(',')}]`
      await sql`insert into ${sql.table(table.name)} (${names}) overriding system value
        select ${values} from json_array_elements(${batch}::json) as stored`.execute(to)
    }
  } finally {
    // The transaction of the target may be retried.
    await sql`close copied_rows`.execute(from)
  }
}

/** Copies the state of the sequences, among them those of identity columns. */
async function copySequences(from: Transaction, to: Transaction): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'S'
      and relnamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(from)
  for (const { name } of rows) {
    const { rows: states } = await sql<{ last: string; called: boolean }>`
      select last_value as last, is_called as called from ${sql.table(name)}`.execute(from)
    for (const { last, called } of states)
      await sql`select setval(${`"${name}"`}::regclass, ${last}::bigint, ${called})`.execute(to)
  }
}

async function compare(
  from: Transaction,
  to: Transaction,
  tables: StoredTable[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const table of tables) {
    const [stored, copied] = [await readContents(from, table), await readContents(to, table)]
    if (stored.rows !== copied.rows || stored.checksum !== copied.checksum) {
      throw new DatabaseCopyError(
        `The copy of the table ${table.name} differs (${copied.rows} rows of ${stored.rows}). Nothing was stored.`,
      )
    }
    counts.set(table.name, Number(copied.rows))
  }
  return counts
}

/** Counts the rows of a table, and adds up their hashes, in any order and without keeping them in memory. */
async function readContents(trx: Transaction, table: StoredTable): Promise<Contents> {
  const { rows } = await sql<Contents>`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(${rowText(table)}), 15))::bit(60)::bigint), 0)::text as checksum
    from ${sql.table(table.name)}`.execute(trx)
  const [contents] = rows
  if (contents === undefined) throw new Error('The database does not count its rows')
  return contents
}

/**
 * Records that the events continue on this server, because no state was lost. Deletes the leases, which belong to
 * ended processes.
 */
async function startInNewServer(to: Transaction): Promise<void> {
  await sql`update event_counter set history = event_history() where history is not null`.execute(to)
  await to.deleteFrom('leases').execute()
}
