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
  requireNotMoved,
} from '#service/index.ts'

/** File that describes the running server on this machine. It is not backed up because the server rewrites it. */
const LEFT_OUT = ['./sandbox.json']
const KEY_FILES = ['./secret.key', './secret.key.old', './relayer.key', './console.key', './demo-shop.key']

export const backup: Command = {
  summary: 'write a backup of the database',
  help: `
Usage: latchkey backup <file> [--without-keys]

Embedded database: writes the whole DATA_DIR to one .tar.gz file. It includes the keys, because sealed secrets cannot be
decrypted without secret.key. Only the file's owner can read it: protect it like the keys, or exclude the keys with
--without-keys and store them elsewhere. Stop the server first.

Postgres (DATABASE_URL): writes Latchkey's tables in the custom format of pg_dump. Servers may keep running. The file
does not contain SECRET_KEY and RELAYER_PRIVATE_KEY, which are in your settings: store them too.
`,
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, { 'without-keys': { type: 'boolean' } })
    const file = resolve(required(positionals[0], 'The file'))
    if (existsSync(file)) throw new CommandError(`${file} already exists: choose another name.`)
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
  if (!existsSync(dataDir)) throw new CommandError(`${dataDir} does not exist: there is nothing to back up.`)
  // Otherwise a scheduled backup would go on with an old state.
  await requireNotMoved(dataDir)
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
      `A server is using ${dataDir}: stop it during the backup. With Postgres, servers can keep running.`,
      { cause },
    )
  }
}

export const restore: Command = {
  summary: 'restore a backup into an empty DATA_DIR or an empty database',
  help: `
Usage: latchkey restore <file>

Embedded database: unpacks the file into DATA_DIR, which must be empty or missing.
Postgres (DATABASE_URL): runs pg_restore on a database that has no tables and that the role owns. Set SECRET_KEY to that of
the backup. The command also accepts a dump of the whole database and restores only Latchkey's part.

New events get sequence numbers that no event had before, so that readers continue without a gap.
`,
  async run(args, terminal) {
    const file = resolve(required(readArgs(args, {}).positionals[0], 'The file'))
    if (!existsSync(file)) throw new CommandError(`The file ${file} does not exist.`)
    const settings = parseSettings(terminal.environment)
    if (settings.databaseUrl === undefined) await unpack(file, settings.dataDir)
    else await load(file, settings.databaseUrl)
    terminal.print('The backup is restored. Run “latchkey doctor” to check the deployment.')
  },
}

async function unpack(file: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dataDir)
  try {
    if ((await readdir(dataDir)).length > 0) {
      throw new CommandError(`${dataDir} is not empty: set DATA_DIR to an empty folder.`)
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
      throw new CommandError('The database of DATABASE_URL has tables: restore into an empty database.')
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
