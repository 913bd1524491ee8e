import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { freeBytesOf, requireRoom, type FreeBytes } from '#service/disk-room.ts'
import { lockDirectory } from './directory-lock.ts'
import { startMaintenance } from './maintenance.ts'
import { observedDialect, type DatabaseObserver } from './observed-dialect.ts'
import { PreparingPGliteDialect } from './pglite-dialect.ts'
import { engineInThisThread, type PGliteEngine } from './pglite-engine.ts'
import { PGLITE_EXTENSIONS } from './pglite-extensions.ts'
import { openPGliteNotifications } from './pglite-notifications.ts'
import { keepRepeatedReads } from './repeated-read.ts'
import { startPGliteThread } from './start-pglite-thread.ts'
import type { Tables } from './tables.ts'
import { writeOnlyWithRoom } from './write-only-with-room.ts'

/** The embedded engine in a folder: locked for this process alone, one fsync for each commit. */
export async function openPGlite(options: {
  directory: string
  log: Logger
  observe?: DatabaseObserver | undefined
  freeBytes?: FreeBytes | undefined
}) {
  const lock = await lockDirectory(options.directory)
  try {
    const freeBytes = options.freeBytes ?? freeBytesOf(options.directory)
    requireRoom(freeBytes)
    const engine = await startPGliteThread(options.directory).catch(explain(options.directory))
    const { db, notifications } = await openKysely(engine, options.observe, freeBytes)
    const maintenance = startMaintenance(db, options.log)
    const close = async () => {
      await maintenance.stop()
      await db.destroy()
      await lock.release()
    }
    return { db, notifications, engine: 'pglite' as const, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function explain(directory: string): (cause: unknown) => never {
  return (cause) => {
    throw new Error(
      `The embedded database in ${join(directory, 'database')} cannot be opened: it is damaged, of another version, ` +
        'or its disk is full. Make room, or restore DATA_DIR from a backup (latchkey restore).',
      { cause },
    )
  }
}

/** The embedded engine in memory, for tests. */
export async function openPGliteInMemory(options: PGliteOptions = {}) {
  const pglite = await PGlite.create({ extensions: PGLITE_EXTENSIONS, ...options })
  const opened = await openKysely(engineInThisThread(pglite), undefined)
  return { ...opened, engine: 'pglite' as const, pglite, close: () => opened.db.destroy() }
}

async function openKysely(
  engine: PGliteEngine,
  observe: DatabaseObserver | undefined,
  freeBytes?: FreeBytes,
) {
  const dialect = new PreparingPGliteDialect(engine)
  const plugins = freeBytes === undefined ? [] : [writeOnlyWithRoom(freeBytes)]
  const db = new Kysely<Tables>({ dialect: observedDialect(dialect, observe), plugins })
  keepRepeatedReads(db, dialect.versions)
  return { db, notifications: await openPGliteNotifications(db, dialect.connection) }
}
