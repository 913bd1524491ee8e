import { sql, type QueryExecutorProvider } from 'kysely'
import type { Migrations } from './migrations.ts'
import { contentHash } from './step-content.ts'

/** A step in the database that is not a step of this build. `stored`: its content hash, null if none was recorded. */
export type ForeignStep = { name: string; stored: string | null; own: string | null }

/** Difference between a database's schema and this build. */
export type MigrationState = {
  /** Whether any step has run. False for a database without these tables. */
  hasRun: boolean
  /** Steps of this build that have not run, so the database is older. */
  pending: string[]
  /** Later steps of a newer version, after which this build would not understand the data. */
  newer: string[]
  /** Later steps of a newer version that only add something. This build can use the database. */
  additions: string[]
  /** Steps of another build. This build can neither use nor upgrade the database of that build. */
  foreign: ForeignStep[]
  /** The part of `foreign` that older builds ran before the first release. */
  replaced: string[]
}

/** Compares the steps that ran in the database, by name and content, with those of this build. */
export async function readMigrationState(
  db: QueryExecutorProvider,
  migrations: Migrations,
): Promise<MigrationState> {
  const executed = await readExecuted(db, migrations)
  const own = await hashSteps(migrations.steps)
  const hasRun = executed.size > 0
  const pending = [...own.keys()].filter((name) => !executed.has(name))
  const unknown = [...executed.keys()].filter((name) => !own.has(name))
  const foreign = [...executed].flatMap(([name, { sha256 }]) => {
    const expected = own.get(name)
    return expected === undefined || expected === sha256 ? [] : [{ name, stored: sha256, own: expected }]
  })
  const replaced = (migrations.replaced ?? []).filter((name) => executed.has(name))
  // Steps run in name order, so the database of a newer version has all steps of this build, followed by later steps.
  const last = [...own.keys()].at(-1) ?? ''
  const isNewer = foreign.length === 0 && pending.length === 0 && unknown.every((name) => name > last)
  if (isNewer) {
    const additions = unknown.filter((name) => executed.get(name)?.additive === true)
    const newer = unknown.filter((name) => !additions.includes(name))
    return { hasRun, pending, newer, additions, foreign, replaced }
  }
  const others = unknown.map((name) => ({ name, stored: executed.get(name)?.sha256 ?? null, own: null }))
  return { hasRun, pending, newer: [], additions: [], foreign: [...foreign, ...others], replaced }
}

/**
 * Explains a newer or foreign database and says what to do. Undefined if this build can use or upgrade the
 * schema.
 */
export function schemaRefusal({ newer, foreign, replaced }: MigrationState): string | undefined {
  if (newer.length > 0) {
    return (
      `The database was written by a newer version of Latchkey (it has ${newer.join(', ')}). ` +
      'Start that version or a later one; this version would not understand its data.'
    )
  }
  if (replaced.length > 0) {
    return (
      `The database is older than the first release of Latchkey (it has ${replaced.join(', ')}), and no version ` +
      'upgrades it. Keep the build that made it, or begin with an empty database: “latchkey wallets adopt” then ' +
      'links the wallets that are on the chain.'
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

/** A step that ran. `sha256` is its recorded content hash, null if the build recorded none. */
type ExecutedStep = { sha256: string | null; additive: boolean }

async function readExecuted(
  db: QueryExecutorProvider,
  { table, contentTable }: Migrations,
): Promise<Map<string, ExecutedStep>> {
  if (!(await hasTable(db, table))) return new Map()
  if (!(await hasTable(db, contentTable))) {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
      db,
    )
    return new Map(rows.map(({ name }) => [name, { sha256: null, additive: false }]))
  }
  // The content table of an older build has no column `additive`. Its steps count as not additive.
  const { rows } = await sql<ExecutedStep & { name: string }>`
    select step.name, content.sha256, coalesce((to_jsonb(content) ->> 'additive')::boolean, false) as additive
    from ${sql.table(table)} as step left join ${sql.table(contentTable)} as content using (name)
    order by step.name`.execute(db)
  return new Map(rows.map(({ name, ...step }) => [name, step]))
}

async function hasTable(db: QueryExecutorProvider, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    db,
  )
  return rows[0]?.found === true
}
