import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { pino } from 'pino'
import { migrate } from '#service/db/migrate.ts'
import { openPGliteInMemory } from '#service/db/open-pglite.ts'
import { openPostgres } from '#service/db/open-postgres.ts'
import type { OpenDatabase } from '#service/db/open-database.ts'

const POSTGRES = process.env['LATCHKEY_TEST_DATABASE_URL']
const CACHE = new URL('../../../node_modules/.cache/latchkey-test/', import.meta.url)

/**
 * A fresh, migrated database for one test file: PGlite in memory, or a new database of the Postgres that
 * LATCHKEY_TEST_DATABASE_URL names, dropped at `close`.
 */
export function openTestDatabase(): Promise<OpenDatabase> {
  return POSTGRES ? openPostgresDatabase(POSTGRES) : openMemoryDatabase()
}

/** Whether the tests run on Postgres: those of the embedded engine alone have run without it already. */
export function hasTestPostgres(): boolean {
  return Boolean(POSTGRES)
}

/** An empty engine is made once and copied, because making it takes two seconds. */
async function openMemoryDatabase(): Promise<OpenDatabase> {
  const opened = await openPGliteInMemory(await emptyEngine())
  await migrate(opened.db)
  return opened
}

async function emptyEngine(): Promise<Blob> {
  const pglite = JSON.stringify(PGlite.defaultStartParams)
  const name = createHash('sha256')
    .update(pglite)
    .update(await pgliteVersion())
    .digest('hex')
    .slice(0, 16)
  const path = fileURLToPath(new URL(`pglite-${name}.tar`, CACHE))
  try {
    return new Blob([await readFile(path)])
  } catch {
    const fresh = await PGlite.create()
    const dump = await fresh.dumpDataDir('none')
    await fresh.close()
    await mkdir(CACHE, { recursive: true })
    const partial = `${path}.${randomBytes(6).toString('hex')}`
    await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
    await rename(partial, path)
    return dump
  }
}

async function pgliteVersion(): Promise<string> {
  const manifest = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url)
  return readFile(manifest, 'utf8')
}

async function openPostgresDatabase(url: string): Promise<OpenDatabase> {
  const made = await createPostgresDatabase(url)
  const opened = openPostgres({ databaseUrl: made.url, log: pino({ level: 'silent' }) })
  await migrate(opened.db)
  const close = async () => {
    await opened.close()
    await made.drop()
  }
  return { ...opened, close }
}

/** An empty database on the Postgres of a URL, for processes that are told where theirs is. */
export async function createPostgresDatabase(
  url: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `latchkey_test_${randomBytes(8).toString('hex')}`
  await runOn(url, `create database ${name}`)
  const target = new URL(url)
  target.pathname = `/${name}`
  return { url: target.href, drop: () => runOn(url, `drop database ${name} with (force)`) }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
