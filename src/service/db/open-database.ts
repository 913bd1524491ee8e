import type { Logger } from 'pino'
import type { FreeBytes } from '#service/disk-room.ts'
import { requireEncoding } from './database-encoding.ts'
import type { Database } from './database.ts'
import { explainPostgres, type DatabaseAddress } from './explain-postgres.ts'
import { migrate, migrationState } from './migrate.ts'
import type { Notifications } from './notifications.ts'
import type { DatabaseObserver } from './observed-dialect.ts'
import { openPGlite } from './open-pglite.ts'
import { openPostgres, openSingle } from './open-postgres.ts'
import { requireWritable, waitForWrites, type ReadOnlyWait } from './read-only.ts'
import { requireSessions } from './require-sessions.ts'

export type DatabaseEngine = 'pglite' | 'postgres'

export type OpenDatabase = {
  db: Database
  /**
   * A connection that bypasses a pooler, for migrations, which need a session. Undefined means that migrations use
   * `db`.
   */
  direct?: Database | undefined
  notifications: Notifications
  engine: DatabaseEngine
  /** Reads the pool's current connections. Undefined if all share one connection. */
  connections?: () => { used: number; idle: number; waiting: number }
  /** Waits for running queries, closes, and unlocks the folder. */
  close: () => Promise<void>
}

export type OpenDatabaseOptions = {
  /** A Postgres connection string. Undefined means the embedded engine in `dataDir`. */
  databaseUrl?: string | undefined
  /** The same Postgres without a pooler, for notifications and migrations. Undefined means `databaseUrl`. */
  listenUrl?: string | undefined
  /** Parent folder of the embedded engine's folder, `<dataDir>/database`. */
  dataDir: string
  log: Logger
  /** False leaves the tables unchanged, for a caller that only reads. True by default. */
  migrate?: boolean
  /** Called before any table is changed. An error leaves the database unchanged. */
  beforeMigration?: (opened: OpenDatabase) => Promise<void>
  /** Waits while Postgres is read-only. If undefined, a read-only Postgres is refused immediately. */
  readOnlyWait?: ReadOnlyWait
  /** Called for each use of a connection. */
  observe?: DatabaseObserver
  /** Reads the free bytes of the disk of `dataDir`. Undefined uses the file system's report. */
  freeBytes?: FreeBytes
}

/**
 * Opens the service's database and brings its tables up to date.
 *
 * @throws DirectoryLockedError if another process uses the folder
 * @throws DatabaseMovedError if the embedded database was moved to Postgres
 * @throws MigrationError if the database belongs to a newer version
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const opened: OpenDatabase =
    options.databaseUrl === undefined
      ? await openPGlite({ ...options, directory: options.dataDir })
      : openPostgres({ ...options, databaseUrl: options.databaseUrl })
  const { databaseUrl, listenUrl } = options
  let used: DatabaseAddress | undefined =
    databaseUrl === undefined ? undefined : { setting: 'DATABASE_URL', address: databaseUrl }
  try {
    if (options.migrate === false) return opened
    if (opened.engine === 'postgres') {
      await waitUntilWritable(options)
      await requireEncoding(opened.db, options.log)
      await requireWritable(opened.db)
    }
    await options.beforeMigration?.(opened)
    if (opened.direct !== undefined && listenUrl !== undefined)
      used = { setting: 'DATABASE_LISTEN_URL', address: listenUrl }
    else if (databaseUrl !== undefined) await requireSessionsToMigrate(opened.db, databaseUrl, options.log)
    await migrate(opened.direct ?? opened.db)
    // The embedded engine's folder is locked for this process, so any lease in it belongs to an ended process.
    if (opened.engine === 'pglite') await opened.db.deleteFrom('leases').execute()
    return opened
  } catch (error) {
    await opened.close()
    throw used === undefined ? error : explainPostgres(error, used)
  }
}

/**
 * Waits until the database accepts writes. This happens before the pool opens a connection, because the pool would
 * keep it to the read-only server.
 */
async function waitUntilWritable({ databaseUrl, log, readOnlyWait }: OpenDatabaseOptions): Promise<void> {
  if (databaseUrl === undefined || readOnlyWait === undefined) return
  const open = () => {
    const db = openSingle(databaseUrl, log)
    return { db, close: () => db.destroy() }
  }
  await waitForWrites(open, readOnlyWait)
}

/** Requires a session for pending migrations. If there are none, the database can be used through any pooler. */
async function requireSessionsToMigrate(db: Database, databaseUrl: string, log: Logger): Promise<void> {
  if ((await migrationState(db)).pending.length === 0) return
  await requireSessions(db, () => openSingle(databaseUrl, log))
}
