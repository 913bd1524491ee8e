import { join } from 'node:path'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'

/** File in DATA_DIR that names the Postgres to which the embedded database was moved. */
const MARK = 'database-moved'

/** Thrown if the embedded database was moved to Postgres. The message is for the operator. */
class DatabaseMovedError extends Error {
  override name = 'DatabaseMovedError'
}

/** Marks the embedded database of a folder as moved. `target` names the Postgres without its password. */
export async function markMoved(dataDir: string, target: string): Promise<void> {
  await writeSecretFile(join(dataDir, MARK), target)
}

/**
 * Refuses an embedded database that was moved, because Postgres has the deployment's current state. Two servers with
 * copies of one state would use the same nonces and sequences twice.
 *
 * @throws DatabaseMovedError
 */
export async function requireNotMoved(dataDir: string): Promise<void> {
  const target = await readSecretFile(join(dataDir, MARK))
  if (target === undefined) return
  throw new DatabaseMovedError(
    `The embedded database in ${dataDir} was moved to Postgres (${target}): set DATABASE_URL to that database. ` +
      `To undo the move and lose all that Postgres has stored since, delete ${join(dataDir, MARK)}.`,
  )
}
