import { sql, type QueryExecutorProvider } from 'kysely'
import type { Migrations } from './migrations.ts'
import { contentHash } from './step-content.ts'

/** A step in the database that is not a step of this build. `stored`: its content hash, null if none was recorded. */
export type ForeignStep = { name: string; stored: string | null; own: string | null }

/**
 * Difference between a database's schema and this build. `pending`: steps of this build that have not run, so the
 * database is older. `newer`: later steps, added by a newer version. `foreign`: steps of another build, which this
 * one can neither use nor upgrade.
 */
export type MigrationState = { pending: string[]; newer: string[]; foreign: ForeignStep[] }

/** Compares the steps that ran in the database, by name and content, with those of this build. */
export async function readMigrationState(
  db: QueryExecutorProvider,
  migrations: Migrations,
): Promise<MigrationState> {
  const executed = await readExecuted(db, migrations)
  const own = await hashSteps(migrations.steps)
  const pending = [...own.keys()].filter((name) => !executed.has(name))
  const unknown = [...executed.keys()].filter((name) => !own.has(name))
  const foreign = [...executed].flatMap(([name, stored]) => {
    const expected = own.get(name)
    return expected === undefined || expected === stored ? [] : [{ name, stored, own: expected }]
  })
  // Steps run in name order, so a newer version has this build's steps and later ones.
  const last = [...own.keys()].at(-1) ?? ''
  const isNewer = foreign.length === 0 && pending.length === 0 && unknown.every((name) => name > last)
  if (isNewer) return { pending, newer: unknown, foreign }
  const others = unknown.map((name) => ({ name, stored: executed.get(name) ?? null, own: null }))
  return { pending, newer: [], foreign: [...foreign, ...others] }
}

/**
 * Explains a newer or foreign database and says what to do. Undefined if this build can use or upgrade the
 * schema.
 */
export function schemaRefusal({ newer, foreign }: MigrationState): string | undefined {
  if (newer.length > 0) {
    return (
      `The database was written by a newer version of Latchkey (it has ${newer.join(', ')}). ` +
      'Start that version or a later one; this version would not understand its data.'
    )
  }
  if (foreign.length === 0) return undefined
  return (
    `Another build of Latchkey made this database: ${foreign.map(describeForeign).join('; ')}. ` +
    'This build can neither use nor upgrade it. Start the build that made it, or begin with an empty database.'
  )
}

function describeForeign({ name, stored, own }: ForeignStep): string {
  if (own === null) return `this build has no step ${name}`
  if (stored === null) return `its ${name} has no recorded content, as in builds before release 1.0`
  return `its ${name} has the content ${stored.slice(0, 8)}, this build’s has ${own.slice(0, 8)}`
}

async function hashSteps(steps: Migrations['steps']): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const [name, step] of Object.entries(steps)) hashes.set(name, await contentHash(step))
  return hashes
}

/** The steps that ran, each with its recorded content hash, or null if the build recorded none. */
async function readExecuted(
  db: QueryExecutorProvider,
  { table, contentTable }: Migrations,
): Promise<Map<string, string | null>> {
  if (!(await hasTable(db, table))) return new Map()
  const contents = (await hasTable(db, contentTable))
    ? sql`select content.sha256 from ${sql.table(contentTable)} as content where content.name = step.name`
    : sql`select null`
  const { rows } = await sql<{ name: string; sha256: string | null }>`
    select step.name, (${contents}) as sha256 from ${sql.table(table)} as step order by step.name`.execute(db)
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

async function hasTable(db: QueryExecutorProvider, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    db,
  )
  return rows[0]?.found === true
}
