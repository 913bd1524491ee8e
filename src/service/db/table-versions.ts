/** Tables whose reads may be kept (`repeated-read.ts`). */
export const WATCHED_TABLES = [
  'api_keys',
  'organizations',
  'organization_domains',
  'fee_settings',
  'wallets',
  'approvers',
] as const
export type WatchedTable = (typeof WATCHED_TABLES)[number]

const STATEMENTS_MAX = 2_000
/** What a statement of these kinds writes is named behind one of `WRITTEN`'s words, wherever it stands. */
const KNOWN_KINDS =
  /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with|merge|savepoint|release|rollback|analyze|vacuum|checkpoint)\b/i
const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:"?\w+"?\.)?"?(\w+)/gi

/**
 * Counts for each watched table the statements that could have changed it. Every statement of the one session
 * of the embedded engine is told here before it runs. What is none of the known kinds (a change of tables, a
 * block of code) counts for all of them. The schema has no triggers and no cascades on these tables.
 */
export class TableVersions {
  readonly #versions = new Map<WatchedTable, number>()
  readonly #named = new Map<string, readonly WatchedTable[]>()

  /** Grows with each change of any of the tables, and only then. */
  of(tables: readonly WatchedTable[]): number {
    return tables.reduce((sum, table) => sum + (this.#versions.get(table) ?? 0), 0)
  }

  noteStatement(sql: string): void {
    for (const table of this.#tablesOf(sql)) this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1)
  }

  #tablesOf(sql: string): readonly WatchedTable[] {
    const known = this.#named.get(sql)
    if (known !== undefined) return known
    const tables = tablesWritten(sql)
    if (this.#named.size >= STATEMENTS_MAX) this.#named.clear()
    this.#named.set(sql, tables)
    return tables
  }
}

function tablesWritten(sql: string): readonly WatchedTable[] {
  if (!KNOWN_KINDS.test(sql)) return WATCHED_TABLES
  const written = new Set(Array.from(sql.matchAll(WRITTEN), ([, table = '']) => table.toLowerCase()))
  return WATCHED_TABLES.filter((table) => written.has(table))
}
