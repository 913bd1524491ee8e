import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { STEPS } from '#bff/db/migrate.ts'
import { migrateBff, type BffTables } from '#bff/index.ts'
import { schemaRefusal } from '#server-kit/db/migration-state.ts'
import type { Migrations } from '#server-kit/db/migrations.ts'
import { contentHash } from '#server-kit/db/step-content.ts'
import { MIGRATIONS } from '#service/db/migrate.ts'
import {
  migrationsCheck,
  migrationState,
  openDatabase,
  readinessReply,
  type OpenDatabase,
} from '#service/index.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { hasTestPostgres, makeDataFolder } from '#service/testing/test-database.ts'
import { doctor } from './commands/doctor.ts'
import { migrate } from './commands/migrate.ts'
import { consoleTablesCheck, migrateAll, readDatabaseState, requireUsable } from './database-state.ts'
import { serve } from './serve.ts'
import { parseSettings } from './settings.ts'
import { runCommand } from './testing/run-command.ts'

type Island = { table: string; contentTable: string }
const SERVICE: Island = { table: 'service_migrations', contentTable: 'service_migration_contents' }
const CONSOLE: Island = { table: 'bff_migration', contentTable: 'bff_migration_content' }

const changeContent = ({ contentTable }: Island) =>
  sql`update ${sql.table(contentTable)} set sha256 = repeat('0', 64) where name = '0001-schema'`

/**
 * Content hash of every migration step. If a step changes, every database that has run it counts as created by
 * another build. Before the first release, such a change needs a reason. After the release, no step may change. Add a
 * new step as a new entry.
 */
const FROZEN = {
  service: {
    '0001-schema': 'f7e18670b7f88d5272c7b9b259c4da7978a415730be6bd4439eae8377a77d0c6',
    '0002-outside-executions': 'e33c474e7f34420dc019684849f44edaba8387dae4676f493037a547353f5d0b',
    '0002-outside-executions-rows': '28d7c4d6c739bd1aeb565f4b664cfca90d1ca305108b962a33bf517bdf432d4a',
    '0003-address-lookup': '61e09c9a5bab0ef4cbe9d31ef6ca1c417451fbdf608c5155876d709d9dd7affb',
    '0004-alert-cause': '67b44730bab0bfa94acf7fe8ff6dbca07f3401eae88dc2aef66b2dcef5d23eb3',
    '0005-message-effects': '5e25adf7c0550f2e2c26877637732a7725a718804cffec0c7cfdcbff8279383d',
    '0006-co-signers': '55ca62257be965bc8fd0eaa8eee2e657e97af37c349b206d88b01e2c7680a15e',
    '0007-approval-wallets': 'a3daac4c16f0ef328c907f7852bae4b59d9261fb0a354579148ced58f907925c',
    '0008-policy-signers': 'f7e7ed7d37565e5efd41eb1d6b584274ee94bd984039dbcdaf3f7a4b6f8ef975',
    '0009-approval-keys': 'bea259784b6d6c23afab385806887eac985f526ee0a8d6244d0763b981d710d5',
    '0010-signing-keys': '4baba0909fd5dce1b7e4fd75796615d40502c7b0a8b7d2c4e9637376ec02a742',
    '0010-signing-keys-index': 'cf3dced26624f5e0921ef986cb45f5292c3da7d0351358a7d55e898088a93ba7',
    '0011-event-history': '1e11788ea15e9177c7d904309a5d44547d87ef17e33dc396741b2706f83b6df2',
    '0012-adopted-wallets': 'b408625755695fd5c40d5f50ba86988b12799fa4007ecd456d5c387392d4430e',
    '0013-held-approvers': 'e735204ad029ff63e8bbdfc6dd813d9eedcb15dc04f7e777a3d21cd3a239c7a1',
    '0014-kept-approvals': 'b7a1a3b6d3bdbcc42bc189dfb3c25bc7ea99924ad33651d5a49aafb1148af91f',
    '0015-related-origins': '2bbdf763ff8478b9ae89d5cfdc8bcf6fefef158c72fc4da800b37529dc4e50a9',
  },
  console: {
    '0001-schema': 'f9173a751f23396ec5ebf12466b44d21300980db71c2712a6a75c448d5fdf873',
    '0002-account-events': '222f879331d11589586c160bad7bbc82cf41b402b88936a294385431f41bc7f7',
    '0003-device-names': '52b84a0d8413840c230b8a84ebd1e100da6509be70d48c411b4b2a4f4d433965',
    '0004-alert-acknowledgements': '97013dad66242b68619f2348aeef73d4f3d2f336c828a6331c4c1442ca3e492f',
    '0005-member-addresses': '6cd32593c759bddcde1354321f2fe1607c2730ae870735100065dc0b147ab4da',
    '0006-scim': '6434ad53e1407421fc5b5941bc225e941ca7f5a076514921230190381157a826',
  },
}

test('param: steps of this build → the frozen content of each', async () => {
  const contents = async (steps: Migrations['steps']): Promise<Record<string, string>> => {
    const entries = Object.entries(steps).map(
      async ([name, step]) => [name, await contentHash(step)] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }
  expect({ service: await contents(MIGRATIONS), console: await contents(STEPS) }).toEqual(FROZEN)
})

/** Schemas that another build created, each with the reason that is displayed. */
const FOREIGN: [what: string, change: (island: Island) => ReturnType<typeof sql>, reason: RegExp][] = [
  [
    'a step of the same name with other content',
    changeContent,
    /its 0001-schema has the content 00000000, this build’s has [\da-f]{8}/,
  ],
  [
    'no recorded content, as in builds before release 1.0',
    ({ contentTable }) => sql`drop table ${sql.table(contentTable)}`,
    /its 0001-schema has no recorded content/,
  ],
  [
    'the first step of a build before the first release',
    ({ table }) =>
      sql`insert into ${sql.table(table)} (name, timestamp)
        values (${table === SERVICE.table ? '0001-service' : '0001-initial'}, 'now')`,
    /is older than the first release of Latchkey \(it has 0001-(service|initial)\), .*latchkey wallets adopt/,
  ],
  [
    'a step that this build does not have, among older ones',
    ({ table }) => sql`insert into ${sql.table(table)} (name, timestamp) values ('0001-keys', 'now')`,
    /this build has no step 0001-keys/,
  ],
]

describe.each([
  ['the service’s tables', SERVICE],
  ['the console’s tables', CONSOLE],
])('%s', (_whose, island) => {
  let database: OpenDatabase
  beforeEach(async () => {
    database = await serviceWorld.database()
    await migrateBff(database.db.withTables<BffTables>())
  })
  afterEach(() => database.close())

  const ready = () =>
    readinessReply({
      service: migrationsCheck(() => migrationState(database.db)),
      console: consoleTablesCheck(database),
    })

  test.each(FOREIGN)('error: %s → another build’s: rejected and not ready', async (_what, change, reason) => {
    await change(island).execute(database.db)
    const parts = { role: 'all', database } as const
    expect(schemaRefusal(await readDatabaseState(parts))).toMatch(reason)
    await expect(migrateAll(parts)).rejects.toThrow(reason)
    const { status, content } = await ready()
    expect(status).toBe(503)
    expect(JSON.stringify(content)).toContain('another build of Latchkey made the tables: 0001-')
  })

  test('error: a step newer than this build → a newer version: rejected, and ready with a note', async () => {
    await sql`insert into ${sql.table(island.table)} (name, timestamp) values ('9999-later', 'now')`.execute(
      database.db,
    )
    await expect(migrateAll({ role: 'all', database })).rejects.toThrow(
      'written by a newer version of Latchkey (it has 9999-later)',
    )
    const { status, content } = await ready()
    expect(status).toBe(200)
    expect(JSON.stringify(content)).toContain('there are newer ones: 9999-later')
  })

  test('behavior: a step of this build that has not run → an older database, not another build’s', async () => {
    await sql`delete from ${sql.table(island.table)} where name = '0001-schema'`.execute(database.db)
    const state = await readDatabaseState({ role: 'all', database })
    expect(state).toMatchObject({ pending: expect.arrayContaining(['0001-schema']), newer: [], foreign: [] })
    expect((await ready()).status).toBe(503)
  })

  /** Stores a step of a newer version as that version would. */
  const addLater = async (name: string, additive: boolean) => {
    await sql`insert into ${sql.table(island.table)} (name, timestamp) values (${name}, 'now')`.execute(
      database.db,
    )
    await sql`insert into ${sql.table(island.contentTable)} (name, sha256, additive)
      values (${name}, repeat('0', 64), ${additive})`.execute(database.db)
  }

  test('behavior: a newer version that only added → this version starts, and is ready with a note', async () => {
    await addLater('9998-note', true)
    await expect(requireUsable({ role: 'all', database })).resolves.toEqual(['9998-note'])
    await migrateAll({ role: 'all', database })
    expect(JSON.stringify(await ready())).toContain('there are newer ones: 9998-note')
    await addLater('9999-rename', false)
    await expect(migrateAll({ role: 'all', database })).rejects.toThrow(
      'written by a newer version of Latchkey (it has 9999-rename)',
    )
  })

  test('behavior: a database of a build before additions were recorded → read as one without additions', async () => {
    await sql`alter table ${sql.table(island.contentTable)} drop column additive`.execute(database.db)
    await expect(requireUsable({ role: 'all', database })).resolves.toEqual([])
  })
})

// Tested only on the embedded database, because the commands open its folder. The result on Postgres is the same.
test.skipIf(hasTestPostgres())(
  'error: a database of another build → start, migrate and doctor report it and change nothing',
  async () => {
    const dataDir = await makeDataFolder('another-build')
    const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }), migrate: false })
    await changeContent(SERVICE).execute(database.db)
    await database.close()
    const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
    const refusal = 'Another build of Latchkey made this database'
    await expect(serve(parseSettings(environment))).rejects.toThrow(refusal)
    await expect(runCommand(migrate, [], environment)).rejects.toThrow(refusal)
    const checked = await runCommand(migrate, ['--check'], environment)
    expect(checked).toMatchObject({ failed: true, answer: expect.stringContaining('from another build') })
    const examined = await runCommand(doctor, [], environment)
    expect(examined.failed).toBe(true)
    expect(examined.answer).toMatch(
      /✗ migrations +another build of Latchkey created this database: 0001-schema/,
    )
    await rm(dataDir, { recursive: true, force: true })
  },
)

test.skipIf(hasTestPostgres())(
  'error: console tables of another build → start leaves the service’s tables unchanged',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-another-console-'))
    const open = () => openDatabase({ dataDir, log: pino({ level: 'silent' }), migrate: false })
    const before = await open()
    await migrateBff(before.db.withTables<BffTables>())
    await changeContent(CONSOLE).execute(before.db)
    await before.close()
    const starting = serve(parseSettings({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }))
    await expect(starting).rejects.toThrow('Another build of Latchkey made this database')
    const after = await open()
    expect((await migrationState(after.db)).pending).toEqual(Object.keys(MIGRATIONS))
    await after.close()
    await rm(dataDir, { recursive: true, force: true })
  },
)
