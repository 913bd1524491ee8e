import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PGliteDialect, sql, type Dialect } from 'kysely'
import type { Logger } from 'pino'
import { readFreeBytes, hasRoom, requireRoom, type FreeBytes } from '#service/disk-room.ts'
import type { Database, Tables } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { startMaintenance } from './maintenance.ts'
import { requireNotMoved } from './moved-mark.ts'
import { DATABASE_CHANNEL, NotificationHandlers, type Notifications } from './notifications.ts'
import { observedDialect, withDriver, type DatabaseObserver } from './observed-dialect.ts'
import { PGLITE_OPTIONS } from './pglite-options.ts'
import { startPGliteThread, type PGliteThread } from './start-pglite-thread.ts'

type OpenPGlite = {
  db: Database
  notifications: Notifications
  engine: 'pglite'
  close: () => Promise<void>
}

/**
 * The embedded engine in a folder, locked for this process, with one fsync per commit.
 *
 * @throws DatabaseMovedError if the database was moved to Postgres
 */
export async function openPGlite(options: {
  directory: string
  log: Logger
  observe?: DatabaseObserver | undefined
  freeBytes?: FreeBytes | undefined
}): Promise<OpenPGlite> {
  await requireNotMoved(options.directory)
  const lock = await lockDirectory(options.directory)
  try {
    const freeBytes = options.freeBytes ?? readFreeBytes(options.directory)
    requireRoom(freeBytes)
    const pglite = await startPGliteThread(options.directory).catch((cause: unknown) => {
      throw new Error(
        `The embedded database in ${join(options.directory, 'database')} cannot be opened: it is damaged, of another ` +
          'version, or its disk is full. Make room, or restore DATA_DIR from a backup (latchkey restore).',
        { cause },
      )
    })
    const dialect = readOnlyWithoutRoom(new PGliteDialect({ pglite }), freeBytes)
    const { db, notifications } = await openKysely(pglite, observedDialect(dialect, options.observe))
    const maintenance = startMaintenance(db, options.log, { freeBytes })
    const close = async () => {
      await maintenance.stop()
      await db.destroy()
      await lock.release()
    }
    return { db, notifications, engine: 'pglite', close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Makes the engine refuse writes (SQLSTATE 25006, returned as 503) while the disk lacks room for them. Reads need no
 * room. There is only one connection, so the setting cannot change during a statement or transaction.
 */
function readOnlyWithoutRoom(dialect: Dialect, freeBytes: FreeBytes): Dialect {
  let isReadOnly = false
  return withDriver(dialect, (driver) => ({
    acquireConnection: async (options) => {
      const connection = await driver.acquireConnection(options)
      if (hasRoom(freeBytes) !== isReadOnly) return connection
      const setting = isReadOnly ? 'off' : 'on'
      try {
        await connection.executeQuery(CompiledQuery.raw(`set default_transaction_read_only = ${setting}`))
      } catch (error) {
        await driver.releaseConnection(connection)
        throw error
      }
      isReadOnly = !isReadOnly
      return connection
    },
  }))
}

/** The embedded engine in memory, for tests. */
export async function openPGliteInMemory(
  options: PGliteOptions = {},
): Promise<OpenPGlite & { pglite: PGlite }> {
  const pglite = await PGlite.create({ ...PGLITE_OPTIONS, ...options })
  return { ...(await openOnPGlite(pglite)), pglite }
}

/** A started engine in memory. `close` closes it. */
export async function openOnPGlite(pglite: PGlite): Promise<OpenPGlite> {
  return { ...(await openKysely(pglite, new PGliteDialect({ pglite }))), engine: 'pglite' }
}

async function openKysely(pglite: PGlite | PGliteThread, dialect: Dialect) {
  const db = new Kysely<Tables>({ dialect })
  const handlers = new NotificationHandlers()
  // Runs in a microtask, so that a handler cannot fail the query that the notification came with.
  pglite.onNotification((_channel, payload) => queueMicrotask(() => handlers.dispatch(payload)))
  await sql`listen ${sql.ref(DATABASE_CHANNEL)}`.execute(db)
  // Everything happens in a single session, so nothing can be missed.
  const listen: Notifications['listen'] = async (channel, handler) => handlers.add(channel, handler)
  return { db, notifications: { listen }, close: () => db.destroy() }
}
