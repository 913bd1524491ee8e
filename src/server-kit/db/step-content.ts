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

/** Steps whose content was hashed before: readiness asks for it every few seconds. */
const hashes = new WeakMap<MigrationStep, Promise<string>>()

/**
 * SHA-256 (hex) of the statements that a step runs, in order and with their parameters. The statements are hashed rather than
 * the source file, so that a change of a constant that the SQL contains counts, and reformatting does not.
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
  // A step may need rows that a recording does not have. It is hashed up to there; running it reports the error itself.
  await Promise.resolve(step.up(db)).catch(() => undefined)
  const hash = createHash('sha256')
  for (const { sql, parameters } of statements) {
    const text = sql.replaceAll(/\s+/g, ' ').trim()
    hash.update(JSON.stringify([text, parameters.map(String)]))
  }
  return hash.digest('hex')
}

/** A database that runs nothing: each statement is passed to `record` and returns no rows, which ends a back-fill at once. */
function recordingDatabase(record: (statement: CompiledQuery) => void): Kysely<never> {
  const connection: DatabaseConnection = {
    executeQuery: async (statement) => {
      record(statement)
      return { rows: [] }
    },
    // No step streams.
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
