import { readArgs, type Command } from '#cli/command.ts'
import { commandLog } from '#cli/create-log.ts'
import { migrateAll, readDatabaseState } from '#cli/database-state.ts'
import { requireNoSandboxData } from '#cli/doctor-sandbox.ts'
import { printRows } from '#cli/print-rows.ts'
import { deploymentSecrets } from '#cli/secret-key.ts'
import { parseSettings } from '#cli/settings.ts'
import { openOrExplain } from '#cli/with-operations.ts'
import { schemaRefusal } from '#server-kit/db/migration-state.ts'
import { MigrationError } from '#server-kit/db/run-migrations.ts'
import { requireWritable } from '#service/index.ts'

const ADDITION = 'from a newer version, additions only'

export const migrate: Command = {
  summary: 'migrate the database to this version, or list missing migrations',
  help: `
Usage: latchkey migrate [--check] [--json]

  --check   change nothing; exit with 1 if this version cannot use the database: it is older, it is from another build,
            or it is newer by more than additions
  --json    print JSON for programs

serve also migrates when it starts. Migrations cannot be reverted: create a backup before an upgrade. After migrations
that only add, the previous version can still start. On a real chain (RPC_URL), the database of a sandbox is refused.
`,
  async run(args, terminal) {
    const { values } = readArgs(args, { check: { type: 'boolean' }, json: { type: 'boolean' } })
    const settings = parseSettings(terminal.environment)
    const log = commandLog(settings.logLevel)
    if (settings.databaseUrl === undefined) await deploymentSecrets(settings)
    const database = await openOrExplain(settings, log, false)
    try {
      const parts = { role: settings.role, database }
      const before = await readDatabaseState(parts)
      const refusal = schemaRefusal(before)
      if (before.hasRun && refusal === undefined) await requireNoSandboxData(settings, database.db)
      if (values.check !== true) {
        if (refusal !== undefined) throw new MigrationError(refusal)
        if (before.pending.length > 0) await requireWritable(database.db)
        await migrateAll(parts)
      }
      const state = values.check === true ? 'missing' : 'run now'
      const rows = [
        ...before.pending.map((name) => ({ migration: name, state })),
        ...before.newer.map((name) => ({ migration: name, state: 'from a newer version' })),
        ...before.additions.map((name) => ({ migration: name, state: ADDITION })),
        ...before.foreign.map(({ name }) => ({ migration: name, state: 'from another build' })),
      ]
      if (rows.length === 0 && values.json !== true) return terminal.print('The database is up to date.')
      printRows(terminal, rows, { json: values.json, columns: ['migration', 'state'] })
      if (values.check === true && rows.some(({ state }) => state !== ADDITION)) terminal.fail()
    } finally {
      await database.close()
    }
  },
}
