import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { type Command, CommandError, readArgs, required } from '#cli/command.ts'
import { dumpDatabase, restoreDump } from '#cli/postgres-dump.ts'
import { runProgram } from '#cli/run-program.ts'
import { parseSettings, type Settings } from '#cli/settings.ts'
import {
  completeRestore,
  DirectoryLockedError,
  hasTables,
  lockDirectory,
  openDatabase,
} from '#service/index.ts'

/** File that describes the running server on this machine. It is not backed up because the server rewrites it. */
const LEFT_OUT = ['./sandbox.json']
const KEY_FILES = ['./secret.key', './secret.key.old', './relayer.key', './console.key', './demo-shop.key']

export const backup: Command = {
  summary: 'write a backup of the database',
  help: `
Usage: latchkey backup <file> [--without-keys]

Embedded database: the whole DATA_DIR as one .tar.gz, the keys in it too, because without secret.key nothing that is
sealed opens again. The file is readable by its owner alone: keep it as you keep the keys, or leave them out with
--without-keys and keep them elsewhere. The server must not be running.

Postgres (DATABASE_URL): Latchkey's tables in the custom format of pg_dump, while servers run. SECRET_KEY and
RELAYER_PRIVATE_KEY are in your settings and not in the file: keep them too.
`,
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, { 'without-keys': { type: 'boolean' } })
    const file = resolve(required(positionals[0], 'The file'))
    if (existsSync(file)) throw new CommandError(`${file} is there already: choose another name.`)
    const settings = parseSettings(terminal.environment)
    const partial = `${file}.partial`
    try {
      if (settings.databaseUrl === undefined) {
        await archive(settings, partial, values['without-keys'] === true)
      } else await dump(settings.databaseUrl, partial)
      await chmod(partial, 0o600)
      await rename(partial, file)
    } finally {
      await rm(partial, { force: true })
    }
    terminal.print(file)
  },
}

async function archive(settings: Settings, file: string, withoutKeys: boolean): Promise<void> {
  const { dataDir } = settings
  if (!existsSync(dataDir)) throw new CommandError(`There is nothing in ${dataDir} yet.`)
  const lock = await lockForBackup(dataDir)
  const left = withoutKeys ? [...LEFT_OUT, ...KEY_FILES] : LEFT_OUT
  try {
    await runProgram('tar', ['-czf', file, ...left.map((name) => `--exclude=${name}`), '-C', dataDir, '.'], {
      missing: 'The program tar is not installed.',
    })
  } finally {
    await lock.release()
  }
}

async function dump(databaseUrl: string, file: string): Promise<void> {
  const database = await openUnchanged({ databaseUrl, dataDir: '' })
  try {
    await dumpDatabase(databaseUrl, database.db, file)
  } finally {
    await database.close()
  }
}

/** Locks the folder while it is read, because a copy of a running database is corrupt. */
async function lockForBackup(dataDir: string) {
  try {
    return await lockDirectory(dataDir)
  } catch (cause) {
    if (!(cause instanceof DirectoryLockedError)) throw cause
    throw new CommandError(
      `A server is using ${dataDir}: stop it for the moment of the backup. On Postgres backups are made while servers run.`,
      { cause },
    )
  }
}

export const restore: Command = {
  summary: 'put a backup into an empty DATA_DIR or an empty database',
  help: `
Usage: latchkey restore <file>

Embedded database: unpacks into DATA_DIR, which must be empty or missing.
Postgres (DATABASE_URL): pg_restore into a database without tables, of which the role is the owner. Set the
SECRET_KEY of the backup. Dumps of the whole database are restored too, without what is not Latchkey's.

Events get sequences that no event had before, so that readers continue without a gap.
`,
  async run(args, terminal) {
    const file = resolve(required(readArgs(args, {}).positionals[0], 'The file'))
    if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
    const settings = parseSettings(terminal.environment)
    if (settings.databaseUrl === undefined) await unpack(file, settings.dataDir)
    else await load(file, settings.databaseUrl)
    terminal.print('Restored. “latchkey doctor” checks whether everything fits together.')
  },
}

async function unpack(file: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dataDir)
  try {
    if ((await readdir(dataDir)).length > 0) {
      throw new CommandError(`${dataDir} is not empty: restore into an empty folder (DATA_DIR).`)
    }
    await runProgram('tar', ['-xzf', file, '-C', dataDir], { missing: 'The program tar is not installed.' })
  } finally {
    await lock.release()
  }
  const database = await openUnchanged({ dataDir })
  try {
    await completeRestore(database.db)
  } finally {
    await database.close()
  }
}

async function load(file: string, databaseUrl: string): Promise<void> {
  const database = await openUnchanged({ databaseUrl, dataDir: '' })
  try {
    if (await hasTables(database.db)) {
      throw new CommandError('The database of DATABASE_URL has tables: restore into an empty one.')
    }
    await restoreDump(file, databaseUrl)
    await completeRestore(database.db)
  } finally {
    await database.close()
  }
}

function openUnchanged(where: { databaseUrl?: string; dataDir: string }) {
  return openDatabase({ ...where, log: pino({ level: 'silent' }), migrate: false })
}
