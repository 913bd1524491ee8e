import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { IS_FULL_TIER } from '#protocol/testing/tier.ts'
import type { Database } from '#service/db/database.ts'
import { openOnPGlite, openPGliteInMemory } from '#service/db/open-pglite.ts'
import { openPostgres } from '#service/db/open-postgres.ts'
import { PGLITE_OPTIONS } from '#service/db/pglite-options.ts'
import { createHostileRole, HOSTILE_ROLE } from './hostile-role.ts'
import { runOn, replaceDatabase } from './postgres-statements.ts'
import { borrowPGlite } from './reused-pglite.ts'

/** Tables of one part of the product. `folder` contains its `migrate.ts` and its `migrations`. */
export type TestSchema = { folder: URL; migrate: (db: Database) => Promise<void> }

const MODULES = new URL('../../../node_modules/', import.meta.url)
const CACHE = new URL('.cache/latchkey-test/', MODULES)
/** Keeps the dump small, because each copy has to be read: log segments of 1 MB, and no other database. */
const INITDB = ['--wal-segsize=1']
const UNUSED_DATABASES = ['template0', 'template1']
/** Deletes log segments that the migrations filled, which would be a third of the dump. */
const SHORT_LOG = ['min_wal_size=2MB', 'max_wal_size=2MB']
/**
 * Shared memory for few sessions and little data. The engine clears this memory at its start. With the default
 * sizes, that took longer than the rest of the start.
 */
const SMALL_MEMORY = ['shared_buffers=2MB', 'max_connections=4', 'max_wal_senders=0']

const dumps = new Map<string, Promise<Blob>>()
const templates = new Map<string, Promise<string>>()

/**
 * A migrated PGlite in memory, copied from a dump that is created once per version of the schemas, or one that
 * an earlier test file has closed.
 */
export async function openFromDump(schemas: readonly TestSchema[]) {
  const name = await nameOf(schemas)
  const pglite = await borrowPGlite(name, async () =>
    PGlite.create({
      ...PGLITE_OPTIONS,
      loadDataDir: await dumpOf(name, schemas),
      startParams: startParams(SMALL_MEMORY),
    }),
  )
  return openOnPGlite(pglite)
}

/** Copies a migrated PGlite into a folder that does not exist yet. */
export async function copyToFolder(folder: string, schemas: readonly TestSchema[]): Promise<void> {
  const name = await nameOf(schemas)
  const original = fileURLToPath(new URL(`pglite-${name}/`, CACHE))
  if ((await stat(original).catch(() => undefined)) === undefined) await unpack(name, original, schemas)
  await cp(original, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** The name of a migrated database on a Postgres, to copy with `create database … template`. */
export async function postgresTemplate(url: string, schemas: readonly TestSchema[]): Promise<string> {
  const name = `latchkey_template_${IS_FULL_TIER ? 'hostile_' : ''}${await nameOf(schemas)}`
  const template = templates.get(name) ?? makePostgresTemplate(url, name, schemas)
  templates.set(name, template)
  return template
}

/** A name that changes with each file that determines the content of a new database. */
async function nameOf(schemas: readonly TestSchema[]): Promise<string> {
  const hash = createHash('sha256').update(
    await readFile(new URL('@electric-sql/pglite/package.json', MODULES)),
  )
  hash.update(await readFile(new URL(import.meta.url)))
  for (const { folder } of schemas) {
    const migrations = new URL('migrations/', folder)
    const sources = (await readdir(migrations)).filter((file) => !file.includes('.test.'))
    const paths = sources.toSorted().map((file) => new URL(file, migrations))
    for (const path of [new URL('migrate.ts', folder), ...paths]) hash.update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 16)
}

async function unpack(name: string, folder: string, schemas: readonly TestSchema[]): Promise<void> {
  const partial = `${fileURLToPath(CACHE)}${name}.${randomBytes(6).toString('hex')}`
  const pglite = await PGlite.create({ dataDir: partial, loadDataDir: await dumpOf(name, schemas) })
  await pglite.close()
  // Another process may have been faster.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }))
}

function dumpOf(name: string, schemas: readonly TestSchema[]): Promise<Blob> {
  const dump = dumps.get(name) ?? readDump(name, schemas)
  dumps.set(name, dump)
  return dump
}

async function readDump(name: string, schemas: readonly TestSchema[]): Promise<Blob> {
  const path = new URL(`pglite-${name}.tar`, CACHE)
  const cached = await readFile(path).catch(() => undefined)
  if (cached !== undefined) return new BytesInMemory(cached)
  const dump = Buffer.from(await (await makeDump(schemas)).arrayBuffer())
  await mkdir(CACHE, { recursive: true })
  const partial = new URL(`${path.href}.${randomBytes(6).toString('hex')}`)
  await writeFile(partial, dump)
  await rename(partial, path)
  return new BytesInMemory(dump)
}

async function makeDump(schemas: readonly TestSchema[]): Promise<Blob> {
  const { db, pglite, close } = await openPGliteInMemory({
    initDbStartParams: INITDB,
    startParams: startParams(SHORT_LOG),
  })
  try {
    for (const { migrate } of schemas) await migrate(db)
    await pglite.exec('update pg_database set datistemplate = false')
    for (const database of UNUSED_DATABASES) await pglite.exec(`drop database ${database}`)
    await pglite.exec('checkpoint')
    return await pglite.dumpDataDir('none')
  } finally {
    await close()
  }
}

/** PGlite's own start parameters and further settings. */
function startParams(settings: readonly string[]): string[] {
  return [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]
}

/** A Blob that returns its bytes without copying. A plain Blob copies them for each reader. */
class BytesInMemory extends Blob {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    super()
    this.#bytes = bytes
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, length } = this.#bytes
    if (buffer instanceof ArrayBuffer && length === buffer.byteLength) return buffer
    return Uint8Array.from(this.#bytes).buffer
  }
}

/** Creates the template once if two processes need it simultaneously: the second waits for the first. */
async function makePostgresTemplate(
  url: string,
  name: string,
  schemas: readonly TestSchema[],
): Promise<string> {
  await runOn(url, async (query) => {
    await query(`select pg_advisory_lock(hashtext('latchkey_template'))`)
    const { rowCount } = await query(`select from pg_database where datname = '${name}'`)
    if (rowCount === 1) return
    // The template gets its final name only once it is complete.
    const partial = `${name}_${randomBytes(6).toString('hex')}`
    await query(`create database ${partial}`)
    const owner = IS_FULL_TIER ? await createHostileRole(url) : url
    if (IS_FULL_TIER) await query(`alter database ${partial} owner to ${HOSTILE_ROLE}`)
    const opened = openPostgres({
      databaseUrl: replaceDatabase(owner, partial),
      log: pino({ level: 'silent' }),
    })
    for (const { migrate } of schemas) await migrate(opened.db)
    await opened.close()
    await query(`alter database ${partial} rename to ${name}`)
  })
  return name
}
