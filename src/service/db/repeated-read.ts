import { CompiledQuery } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { WATCHED_TABLES, type TableVersions, type WatchedTable } from './table-versions.ts'

const versionsByDatabase = new WeakMap<object, TableVersions>()

/** From now on repeated reads of this database are kept. Only where one process sees every statement. */
export function keepRepeatedReads(db: Database, versions: TableVersions): void {
  versionsByDatabase.set(db, versions)
}

type Kept<Row> = { version: number; rows: Map<string, readonly Row[]> }

const ANSWERS_MAX = 10_000

/**
 * A query that nearly every request makes. On the embedded engine its answer is kept until a statement that
 * writes one of its tables runs, which is never later than that statement's commit: nobody can tell a kept
 * answer from one read at the same moment. On Postgres, where other processes write too, and within a
 * transaction, it is always read. The text must depend on its parameters alone: no `now()`. Answers without
 * rows are not kept, so that strangers who guess fill nothing. Source: docs/adr/0034.
 */
export class RepeatedRead<Row> {
  readonly #sql: string
  readonly #tables: readonly WatchedTable[]
  readonly #kept = new WeakMap<TableVersions, Kept<Row>>()

  /** @throws Error for a text that reads a table of which no changes are counted */
  constructor(sql: string) {
    this.#tables = tablesRead(sql)
    this.#sql = sql
  }

  /** The rows; whoever gets them changes nothing in them. */
  async of(db: Database | Transaction, parameters: readonly string[]): Promise<readonly Row[]> {
    const versions = versionsByDatabase.get(db)
    if (versions === undefined) return this.#read(db, parameters)
    const kept = this.#keptAt(versions)
    const name = parameters.join('\u0000')
    const known = kept.rows.get(name)
    if (known !== undefined) return known
    const rows = await this.#read(db, parameters)
    // A change since the question was put may or may not be in the answer: it is used, and not kept.
    if (rows.length > 0 && versions.of(this.#tables) === kept.version) {
      if (kept.rows.size >= ANSWERS_MAX) kept.rows.clear()
      kept.rows.set(name, rows)
    }
    return rows
  }

  #keptAt(versions: TableVersions): Kept<Row> {
    const version = versions.of(this.#tables)
    const kept = this.#kept.get(versions)
    if (kept?.version === version) return kept
    const fresh = { version, rows: new Map<string, readonly Row[]>() }
    this.#kept.set(versions, fresh)
    return fresh
  }

  async #read(db: Database, parameters: readonly string[]): Promise<readonly Row[]> {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(this.#sql, [...parameters]))
    return rows
  }
}

const READ = /\b(?:from|join)\s+(?:only\s+)?"?(\w+)/gi

function tablesRead(sql: string): WatchedTable[] {
  const read = new Set(Array.from(sql.matchAll(READ), ([, table = '']) => table.toLowerCase()))
  return Array.from(read, (name) => {
    const table = WATCHED_TABLES.find((watched) => watched === name)
    if (table === undefined) throw new Error(`Changes of ${name} are not counted: its reads cannot be kept`)
    return table
  })
}
