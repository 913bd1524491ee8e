import { existsSync } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DirectoryLockedError, lockDirectory } from '#service/index.ts'
import { CommandError, readArgs, required, type Command } from '#cli/command.ts'
import { postgresEnvironment, runProgram } from '#cli/run-program.ts'
import { parseSettings, type Settings } from '#cli/settings.ts'

/** Names a server of this machine and no data: a restored folder writes them again. */
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
  const dataDir = resolve(settings.dataDir)
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

/** The folder is locked while it is read: a copy of a running database is corrupt. */
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
