import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import {
  DirectoryLockedError,
  hasTables,
  lockDirectory,
  openDatabase,
  readDatabaseHost,
} from '#service/index.ts'
import { type Command, CommandError, readArgs, required } from '#cli/command.ts'
import { parseSettings, type Settings } from '#cli/settings.ts'

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

Postgres (DATABASE_URL): pg_dump in its custom format, while servers run. SECRET_KEY and RELAYER_PRIVATE_KEY are in
your settings and not in the file: keep them too.
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

function dump(databaseUrl: string, file: string): Promise<void> {
  return runProgram('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`], {
    environment: postgresEnvironment(databaseUrl),
    missing:
      'The program pg_dump is not installed here (Debian: apt-get install postgresql-client). Any way of dumping Postgres will do.',
  })
}

/**
 * Runs an installed program until it exits.
 *
 * @throws CommandError with the program's output if it fails, or with `missing` if it is not installed
 */
function runProgram(
  command: string,
  args: readonly string[],
  options: { environment?: Record<string, string | undefined>; missing: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...options.environment },
    })
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.on('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'ENOENT' ? new CommandError(options.missing, { cause }) : cause),
    )
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new CommandError(`${command} failed (exit ${code}).\n${errors.trim().slice(-2_000)}`))
    })
  })
}

/**
 * A database as environment variables for `pg_dump` and `pg_restore`. On the command line, every user of the
 * machine could read the password.
 */
function postgresEnvironment(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl)
  const sslmode = url.searchParams.get('sslmode')
  return {
    PGHOST: readDatabaseHost(url),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslmode !== null && { PGSSLMODE: sslmode }),
  }
}

export const restore: Command = {
  summary: 'put a backup into an empty DATA_DIR or an empty database',
  help: `
Usage: latchkey restore <file>

Embedded database: unpacks into DATA_DIR, which must be empty or missing.
Postgres (DATABASE_URL): pg_restore into a database without tables. Set the SECRET_KEY of the backup.
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
}

async function load(file: string, databaseUrl: string): Promise<void> {
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ databaseUrl, dataDir: '', log, migrate: false })
  try {
    if (await hasTables(database.db)) {
      throw new CommandError('The database of DATABASE_URL has tables: restore into an empty one.')
    }
  } finally {
    await database.close()
  }
  const options = ['--no-owner', '--exit-on-error', '--single-transaction']
  const environment = postgresEnvironment(databaseUrl)
  await runProgram('pg_restore', [...options, `--dbname=${environment['PGDATABASE'] ?? ''}`, file], {
    environment,
    missing: 'The program pg_restore is not installed here (Debian: apt-get install postgresql-client).',
  })
}
