import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { IS_FULL_TIER } from '#protocol/testing/tier.ts'
import { migrate } from '#service/db/migrate.ts'
import type { OpenDatabase } from '#service/db/open-database.ts'
import { openPostgres } from '#service/db/open-postgres.ts'
import { copyToFolder, openFromDump, postgresTemplate, type TestSchema } from './database-template.ts'
import { createHostileRole, HOSTILE_ROLE, setHostile } from './hostile-role.ts'
import { runOn, replaceDatabase } from './postgres-statements.ts'
import { makeQuickFolder } from './quick-folder.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']
const SERVICE: TestSchema = { folder: new URL('../db/', import.meta.url), migrate }

/**
 * A fresh, migrated database for one test file: PGlite in memory, or a new database of the Postgres in
 * LATCHKEY_TEST_POSTGRES, dropped at `close`. It has the service's tables and those of `more`.
 */
export async function openTestDatabase(...more: TestSchema[]): Promise<OpenDatabase> {
  const schemas = [SERVICE, ...more]
  return POSTGRES ? openFromTemplate(POSTGRES, schemas, async (url) => url) : openFromDump(schemas)
}

/**
 * A fresh, migrated database on Postgres, which is reached at the URL that `reach` returns for the database's own
 * URL, such as a proxy's.
 */
export async function openTestPostgres(reach: (url: string) => Promise<string>): Promise<OpenDatabase> {
  if (!POSTGRES) throw new Error('LATCHKEY_TEST_POSTGRES is missing')
  return openFromTemplate(POSTGRES, [SERVICE], reach)
}

async function openFromTemplate(
  server: string,
  schemas: TestSchema[],
  reach: (url: string) => Promise<string>,
): Promise<OpenDatabase> {
  const made = await createPostgresDatabase(server, await postgresTemplate(server, schemas))
  const opened = openPostgres({ databaseUrl: await reach(made.url), log: pino({ level: 'silent' }) })
  const close = async () => {
    await opened.close()
    await made.drop()
  }
  return { ...opened, close }
}

/** The embedded engine itself, for tests of code that only it uses. */
export function openTestPGlite() {
  return openFromDump([SERVICE])
}

/** A new data folder whose embedded database is migrated, so that a process need not create one. */
export async function makeDataFolder(name: string): Promise<string> {
  const folder = await makeQuickFolder(name)
  await copyToFolder(join(folder, 'database'), [SERVICE])
  return folder
}

/**
 * Whether the tests run on Postgres. Tests of the embedded engine are then skipped, because the run without
 * Postgres includes them.
 */
export function hasTestPostgres(): boolean {
  return Boolean(POSTGRES)
}

/**
 * A database on the Postgres of a URL: a copy of `template`, otherwise empty. In the full tier, its owner is
 * the hostile role, with which the returned URL connects.
 */
export async function createPostgresDatabase(
  url: string,
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `latchkey_test_${randomBytes(8).toString('hex')}`
  const drop = async () => {
    await runOn(url, (query) => query(`drop database ${name} with (force)`))
  }
  if (!IS_FULL_TIER) {
    await runOn(url, (query) => query(`create database ${name} template ${template}`))
    return { url: replaceDatabase(url, name), drop }
  }
  const hostileUrl = await createHostileRole(url)
  await runOn(url, async (query) => {
    await query(`create database ${name} template ${template} owner ${HOSTILE_ROLE}`)
    await setHostile(query, `database ${name}`)
  })
  return { url: replaceDatabase(hostileUrl, name), drop }
}
