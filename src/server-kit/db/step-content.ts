import { createHash } from 'node:crypto'
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
} from 'kysely'
import type { MigrationStep } from './migrations.ts'

/** Cached hashes of steps: readiness needs them every few seconds. */
const hashes = new WeakMap<MigrationStep, Promise<string>>()

/**
 * SHA-256 (hex) of a step's statements, in order and with their parameters. It covers the statements rather
 * than the source file: a changed constant in the SQL counts, and reformatting does not.
 */
export function contentHash(step: MigrationStep): Promise<string> {
  const known = hashes.get(step)
  if (known !== undefined) return known
  const hash = hashStatements(step)
  hashes.set(step, hash)
  return hash
}

async function hashStatements(step: MigrationStep): Promise<string> {
  const statements: CompiledQuery[] = []
  const db = recordingDatabase((statement) => statements.push(statement))
  // A step may need rows that the recording database does not return. The hash then covers only the statements before
  // that point.
  await Promise.resolve(step.up(db)).catch(() => undefined)
  const hash = createHash('sha256')
  for (const { sql, parameters } of statements) {
    const text = sql.replaceAll(/\s+/g, ' ').trim()
    hash.update(JSON.stringify([text, parameters.map(String)]))
  }
  return hash.digest('hex')
}

/**
 * A database that executes nothing. It passes each statement to `record` and returns no rows, which ends a
 * back-fill.
 */
function recordingDatabase(record: (statement: CompiledQuery) => void): Kysely<never> {
  const connection: DatabaseConnection = {
    executeQuery: async (statement) => {
      record(statement)
      return { rows: [] }
    },
    // No step uses streaming.
    streamQuery: async function* () {},
  }
  const nothing = async (): Promise<void> => undefined
  return new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
