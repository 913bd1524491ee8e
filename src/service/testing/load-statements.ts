import { PGlite } from '@electric-sql/pglite'
import { PGLITE_OPTIONS } from '#service/db/pglite-options.ts'
import { runOn } from './postgres-statements.ts'

/** Runs statements, such as those of a dump, in a new embedded database in a folder that does not exist yet. */
export async function loadIntoFolder(folder: string, statements: string): Promise<void> {
  const pglite = await PGlite.create({ ...PGLITE_OPTIONS, dataDir: folder })
  await pglite.exec(statements)
  await pglite.close()
}

/** Runs statements, such as those of a dump, in an empty database of a Postgres. */
export async function loadIntoPostgres(url: string, statements: string): Promise<void> {
  await runOn(url, async (query) => {
    // A role may have another value, and the statements are parsed before their own settings are in effect.
    await query('set standard_conforming_strings = on')
    await query(statements)
  })
}
