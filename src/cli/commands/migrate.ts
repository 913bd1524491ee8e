import { migrateDatabase, migrationState } from '#service/index.ts'
import { printRows, readArgs, type Command } from '#cli/command.ts'
import { commandLog } from '#cli/create-log.ts'
import { deploymentSecrets } from '#cli/secret-key.ts'
import { parseSettings } from '#cli/settings.ts'
import { openOrExplain } from '#cli/with-operations.ts'

export const migrate: Command = {
  summary: 'bring the database to this version, or list what is missing',
  help: `
Usage: latchkey migrate [--check] [--json]

  --check   change nothing; ends with 1 when the database is older or newer than this version
  --json    for programs

serve migrates by itself when it starts. Migrations only go forward: take a backup before an upgrade.
`,
  async run(args, terminal) {
    const { values } = readArgs(args, { check: { type: 'boolean' }, json: { type: 'boolean' } })
    const settings = parseSettings(terminal.environment)
    const log = commandLog(settings.logLevel)
    await deploymentSecrets(settings)
    const database = await openOrExplain(settings, log, false)
    try {
      const before = await migrationState(database.db)
      if (values.check !== true) await migrateDatabase(database.db)
      const state = values.check === true ? 'missing' : 'run now'
      const rows = [
        ...before.pending.map((name) => ({ migration: name, state })),
        ...before.unknown.map((name) => ({ migration: name, state: 'unknown to this version' })),
      ]
      if (rows.length === 0 && values.json !== true) return terminal.print('The database is up to date.')
      printRows(terminal, rows, { json: values.json, columns: ['migration', 'state'] })
      if (values.check === true && rows.length > 0) terminal.fail()
    } finally {
      await database.close()
    }
  },
}
