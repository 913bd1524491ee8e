import { join } from 'node:path'
import { PGlite, types, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { lockDirectory } from './directory-lock.ts'
import { DURABLE_START_PARAMS, DurableFileSystem } from './durable-file-system.ts'
import { startMaintenance } from './maintenance.ts'
import { observedDialect, type DatabaseObserver } from './observed-dialect.ts'
import type { OpenDatabase } from './open-database.ts'
import { PreparingPGliteDialect } from './pglite-dialect.ts'
import { openPGliteNotifications } from './pglite-notifications.ts'
import { keepRepeatedReads } from './repeated-read.ts'
import type { Tables } from './tables.ts'

/** int8 as a decimal string and bytea as a Buffer, as node-postgres reads them: one code for both engines. */
const PARSERS = {
  [types.INT8]: (text: string) => text,
  [types.BYTEA]: (text: string) => Buffer.from(text.slice('\\x'.length), 'hex'),
}

/** What Postgres has beside the server, and the migrations use. */
const EXTENSIONS = { pg_trgm }

/** The embedded engine in a folder: locked for this process alone, one fsync for each commit. */
export async function openPGlite(options: {
  directory: string
  log: Logger
  observe?: DatabaseObserver | undefined
}): Promise<OpenDatabase> {
  const lock = await lockDirectory(options.directory)
  try {
    const pglite = await PGlite.create({
      fs: new DurableFileSystem(join(options.directory, 'database')),
      startParams: DURABLE_START_PARAMS,
      parsers: PARSERS,
      extensions: EXTENSIONS,
    })
    const db = openKysely(pglite, options.observe)
    const notifications = await openPGliteNotifications(pglite)
    const maintenance = startMaintenance(db, options.log)
    const close = async () => {
      await maintenance.stop()
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      await lock.release()
    }
    return { db, notifications, engine: 'pglite', close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The embedded engine in memory, for tests. `template` is a dump of `PGlite.dumpDataDir`. */
export async function openPGliteInMemory(template?: Blob): Promise<OpenDatabase & { pglite: PGlite }> {
  const options: PGliteOptions = { parsers: PARSERS, extensions: EXTENSIONS }
  if (template !== undefined) options.loadDataDir = template
  const pglite = await PGlite.create(options)
  const db = openKysely(pglite, undefined)
  const notifications = await openPGliteNotifications(pglite)
  return { db, notifications, engine: 'pglite', pglite, close: () => pglite.close() }
}

function openKysely(pglite: PGlite, observe: DatabaseObserver | undefined): Kysely<Tables> {
  const dialect = new PreparingPGliteDialect(pglite)
  const db = new Kysely<Tables>({ dialect: observedDialect(dialect, observe) })
  keepRepeatedReads(db, dialect.versions)
  return db
}
