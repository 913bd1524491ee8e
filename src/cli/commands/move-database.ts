import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { bffMigrationState, type BffTables } from '#bff/index.ts'
import { type Command, CommandError, readArgs } from '#cli/command.ts'
import { migrateAll, readDatabaseState } from '#cli/database-state.ts'
import { requireNoSandboxData } from '#cli/doctor-sandbox.ts'
import { readDeploymentSecrets, secretsAtRest } from '#cli/secret-key.ts'
import { parseSettings, type Settings } from '#cli/settings.ts'
import { schemaRefusal } from '#server-kit/db/migration-state.ts'
import { secretKeyId } from '#server-kit/secrets/secret-box.ts'
import {
  copyDatabase,
  currentKeyId,
  DirectoryLockedError,
  hasTables,
  markMoved,
  migrationState,
  openDatabase,
  readDatabaseHost,
  type OpenDatabase,
} from '#service/index.ts'

export const moveDatabase: Command = {
  summary: 'move the embedded database to an empty Postgres',
  help: `
Usage: latchkey move-database

Copies every row of the embedded database in DATA_DIR to the Postgres of DATABASE_URL, and compares each table.
  1. Create an empty database whose owner is the role of DATABASE_URL.
  2. Stop the server, and set DATABASE_URL. DATA_DIR and SECRET_KEY stay the same.
  3. Run this command, and start the server.

If the command fails, both databases are as before. If it succeeds, the embedded database stays as it is, but no
process opens it any more: the file DATA_DIR/database-moved names the Postgres. Delete this file to undo the move.
`,
  async run(args, terminal) {
    readArgs(args, {})
    const settings = parseSettings(terminal.environment)
    const { databaseUrl, dataDir } = settings
    if (databaseUrl === undefined) {
      throw new CommandError('DATABASE_URL is not set: set it to the empty Postgres to move the database to.')
    }
    const source = await openSource(dataDir)
    try {
      const role = await requireMovable(source, settings)
      const target = await openTarget(settings, databaseUrl, role)
      try {
        const counts = await copyDatabase(source.db, target.direct ?? target.db)
        const name = describeTarget(databaseUrl)
        await markMoved(dataDir, name)
        const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
        terminal.print(`Moved ${rows} rows of ${counts.size} tables to Postgres (${name}).`)
        terminal.note(
          `Each table was compared. The embedded database in ${dataDir} is kept, but not opened any more.`,
        )
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
    if (settings.secretKey === undefined) {
      terminal.note(
        `Set SECRET_KEY to the content of ${join(dataDir, 'secret.key')}: every further process needs the same key.`,
      )
    }
  },
}

async function openSource(dataDir: string): Promise<OpenDatabase> {
  if (!existsSync(join(dataDir, 'database'))) {
    throw new CommandError(`There is no embedded database in ${dataDir}: set DATA_DIR to its folder.`)
  }
  try {
    return await openDatabase({ dataDir, log: pino({ level: 'silent' }), migrate: false })
  } catch (cause) {
    if (!(cause instanceof DirectoryLockedError)) throw cause
    throw new CommandError(`A server is using ${dataDir}: stop it, then run this command again.`, { cause })
  }
}

/**
 * Requires that the embedded database has exactly this version's tables, and that this process has its key. Returns
 * the role whose tables it has.
 *
 * @throws CommandError
 */
async function requireMovable(source: OpenDatabase, settings: Settings): Promise<Settings['role']> {
  const key = await currentKeyId(source.db)
  if (key === undefined) {
    throw new CommandError(`The embedded database in ${settings.dataDir} was never used: nothing is moved.`)
  }
  const { hasRun } = await bffMigrationState(source.db.withTables<BffTables>())
  const role = hasRun ? 'all' : 'service'
  const state = await readDatabaseState({ role, database: source })
  const refusal = schemaRefusal(state)
  if (refusal !== undefined) throw new CommandError(refusal)
  if (state.pending.length > 0) {
    throw new CommandError(
      `The embedded database is of an older version (it lacks ${state.pending.join(', ')}): ` +
        'run “latchkey migrate” without DATABASE_URL first.',
    )
  }
  if (state.additions.length > 0) {
    throw new CommandError(
      `A newer version migrated the embedded database (it has ${state.additions.join(', ')}): move it with that version.`,
    )
  }
  await requireNoSandboxData(settings, source.db)
  await requireKey(settings, key)
  return role
}

async function requireKey(settings: Settings, key: string): Promise<void> {
  const secrets = await readDeploymentSecrets(settings)
  if (secrets !== undefined && secretsAtRest(secrets).map(secretKeyId).includes(key)) return
  const source = settings.secretKey === undefined ? join(settings.dataDir, 'secret.key') : 'SECRET_KEY'
  throw new CommandError(
    `${source} is not the key of the embedded database, so Postgres could not be used with it: ` +
      'set SECRET_KEY to the key that the server has used.',
  )
}

/** Opens Postgres with this version's empty tables. Changes nothing if it is in use. */
async function openTarget(
  { databaseListenUrl: listenUrl, dataDir }: Settings,
  databaseUrl: string,
  role: Settings['role'],
): Promise<OpenDatabase> {
  const target = await openDatabase({
    databaseUrl,
    listenUrl,
    dataDir,
    log: pino({ level: 'silent' }),
    beforeMigration: requireUnused,
  })
  try {
    await migrateAll({ role, database: target })
    return target
  } catch (cause) {
    await target.close()
    throw cause
  }
}

/** @throws CommandError unless the database has no tables, or only the tables of “latchkey migrate” */
async function requireUnused({ db }: OpenDatabase): Promise<void> {
  if (!(await hasTables(db))) return
  const { hasRun } = await migrationState(db)
  if (hasRun && (await currentKeyId(db)) === undefined) return
  throw new CommandError('The database of DATABASE_URL is not empty: move into an empty database.')
}

/** Names a Postgres without user and password. */
function describeTarget(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const port = url.port === '' ? '' : `:${url.port}`
  return `${readDatabaseHost(url)}${port}${url.pathname}`
}
