import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { hasTables, lockDirectory, openDatabase } from '#service/index.ts'
import { CommandError, readArgs, required, type Command } from '#cli/command.ts'
import { postgresEnvironment, runProgram } from '#cli/run-program.ts'
import { parseSettings } from '#cli/settings.ts'

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
    if (settings.databaseUrl === undefined) await unpack(file, resolve(settings.dataDir))
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
