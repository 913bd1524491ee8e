import type { PGlite } from '@electric-sql/pglite'
import { replaceMembers } from '#service/db/replace-members.ts'

/** Maximum uses of an engine. Each use leaves log segments and old row versions in the engine's memory. */
const USES_MAX = 40
/** Time for which an engine may be busy after its test, in milliseconds. A test may leave an open transaction. */
const BUSY_MS_MAX = 2000

type Row = Record<string, unknown>
/** The database after the migrations: a text that changes with the schema, the rows by table, and the sequences. */
type Pristine = { schema: string; rows: Map<string, Row[]>; sequences: Row[] }
type Engine = { pglite: PGlite; pristine: Pristine; uses: number }

/** Engines of this process that no test uses now, by the name of their dump. */
const idle = new Map<string, Engine[]>()

/**
 * Returns a migrated engine: one that an earlier test file of this process has closed, emptied again, or else a new
 * one by `open`. Starting an engine takes longer than most test files. `close` makes it available to the next test
 * file.
 */
export async function borrowPGlite(name: string, open: () => Promise<PGlite>): Promise<PGlite> {
  for (let engine = idle.get(name)?.pop(); engine !== undefined; engine = idle.get(name)?.pop()) {
    if (await empty(engine)) return lend(name, engine)
    void engine.pglite.close().catch(() => undefined)
  }
  const pglite = await open()
  return lend(name, { pglite, pristine: await readPristine(pglite), uses: 0 })
}

/**
 * The engine as one test sees it. After `close`, it counts as closed, and the test's callbacks are not called any
 * more.
 */
function lend(name: string, engine: Engine): PGlite {
  const { pglite } = engine
  const ignores: (() => void)[] = []
  let isClosed = false
  return replaceMembers(pglite, {
    get closed() {
      return isClosed
    },
    onNotification: (callback) => {
      const ignore = pglite.onNotification(callback)
      ignores.push(ignore)
      return ignore
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      for (const ignore of ignores) ignore()
      engine.uses += 1
      if (engine.uses < USES_MAX) idle.set(name, [...(idle.get(name) ?? []), engine])
      else await pglite.close()
    },
  })
}

/**
 * Restores the content that the engine had after the migrations. Returns false if the engine is still busy, or if a
 * test has changed the schema.
 */
async function empty({ pglite, pristine }: Engine): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), BUSY_MS_MAX)
  })
  try {
    return await Promise.race([late, restore(pglite, pristine)])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function restore(pglite: PGlite, pristine: Pristine): Promise<boolean> {
  await pglite.exec('discard all')
  if ((await readSchema(pglite)) !== pristine.schema) return false
  const filled = await readFilled(pglite)
  // Disables triggers, because some tables refuse changes by a trigger.
  await pglite.exec('set session_replication_role = replica')
  if (filled.length > 0) await pglite.exec(`truncate ${filled.join(', ')} cascade`)
  for (const [table, rows] of pristine.rows) {
    await pglite.query(
      `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  for (const { sequence, last_value: last, start_value: start } of pristine.sequences) {
    await pglite.query('select setval($1::regclass, $2, $3)', [sequence, last ?? start, last !== null])
  }
  await pglite.exec('reset session_replication_role; select pg_stat_reset()')
  return true
}

async function readPristine(pglite: PGlite): Promise<Pristine> {
  const rows = new Map<string, Row[]>()
  for (const table of await readFilled(pglite)) {
    const { rows: found } = await pglite.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)
    rows.set(
      table,
      found.map(({ row }) => row),
    )
  }
  const { rows: sequences } = await pglite.query<Row>(
    `select format('%I.%I', schemaname, sequencename) as sequence, last_value::text, start_value::text from pg_sequences`,
  )
  return { schema: await readSchema(pglite), rows, sequences }
}

/** The names of tables with rows. */
async function readFilled(pglite: PGlite): Promise<string[]> {
  const { rows: tables } = await pglite.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const questions = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const { rows } = await pglite.query<{ name: string }>(questions.join(' union all '))
  return rows.map(({ name }) => name)
}

/** Queries for the parts of a schema: every catalog in which a statement of a test could leave a change. */
const SCHEMA_PARTS = [
  `select concat_ws(' ', c.oid, relname, relkind, reloptions, relacl, relrowsecurity, relforcerowsecurity, relhasrules)
   from pg_class c join own on own.oid = relnamespace`,
  `select concat_ws(' ', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, attstattarget, attoptions, attisdropped)
   from pg_attribute join pg_class c on c.oid = attrelid join own on own.oid = relnamespace`,
  `select concat_ws(' ', d.oid, pg_get_expr(adbin, adrelid)) from pg_attrdef d
   join pg_class c on c.oid = adrelid join own on own.oid = relnamespace`,
  `select concat_ws(' ', indexrelid, indisvalid) from pg_index
   join pg_class c on c.oid = indrelid join own on own.oid = relnamespace`,
  `select concat_ws(' ', p.oid, proname, md5(prosrc), proconfig, proacl) from pg_proc p join own on own.oid = pronamespace`,
  `select concat_ws(' ', oid, typname) from pg_type where typnamespace in (select oid from own)`,
  `select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger`,
  `select concat_ws(' ', oid, rulename, ev_enabled) from pg_rewrite where ev_class >= 16384`,
  `select concat_ws(' ', oid, polname) from pg_policy`,
  `select concat_ws(' ', k.oid, conname, convalidated) from pg_constraint k join own on own.oid = connamespace`,
  `select concat_ws(' ', oid, rolname) from pg_roles`,
  `select setconfig::text from pg_db_role_setting`,
  `select extname from pg_extension`,
  `select concat_ws(' ', nspname, nspacl) from pg_namespace where oid in (select oid from own)`,
  `select concat_ws(' ', tablename, attname) from pg_stats where schemaname in (select nspname from own)`,
]
const SCHEMA_QUERY = `
  with own as (select oid, nspname from pg_namespace where nspname !~ '^(pg_|information_schema$)'),
  parts (part) as (${SCHEMA_PARTS.join(' union all ')})
  select md5(string_agg(part, ',' order by part)) as schema from parts`

/** A text that changes with each change of the schema. */
async function readSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ schema: string }>(SCHEMA_QUERY)
  return rows[0]?.schema ?? ''
}
