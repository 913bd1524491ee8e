import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { openDatabase, type OpenDatabase } from '#service/index.ts'
import { runOn } from '#service/testing/postgres-statements.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { createPostgresDatabase, hasTestPostgres } from '#service/testing/test-database.ts'
import { checkSession, warnOfLostNotifications } from './check-session.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const NOT_FORWARDED = 'a pooler does not forward connection settings: '
const log = pino({ level: 'silent' })

test('behavior: the embedded engine needs no check of its session', async () => {
  if (hasTestPostgres()) return
  const opened = await serviceWorld.database()
  expect(await checkSession(opened, { hasListenUrl: false })).toEqual([])
  await opened.close()
})

test.each([
  [false, /^no notification arrives: a pooler in transaction mode/],
  [true, 'no notification arrives over DATABASE_LISTEN_URL'],
])(
  'error: with DATABASE_LISTEN_URL %s, the log warns if no notification arrives',
  async (hasListenUrl, detail) => {
    const { db, notifications, close } = await serviceWorld.database()
    const warn = vi.fn()
    await warnOfLostNotifications({ db, notifications }, { hasListenUrl, log: { warn } })
    expect(warn).not.toHaveBeenCalled()
    const deaf = { ...notifications, listen: async () => () => undefined }
    const given = { hasListenUrl, log: { warn }, heardMsMax: 1 }
    await warnOfLostNotifications({ db, notifications: deaf }, given)
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.calls[0]?.[1]).toMatch(detail)
    expect(warn.mock.calls[0]?.[0]).toEqual({ todo: expect.stringContaining('set') })
    await close()
  },
)

/** Connections through a pooler that dropped our session settings. */
function withoutSettings(opened: OpenDatabase, connectionString: string, options = ''): OpenDatabase {
  const pool = new Pool({ connectionString, max: 1, options })
  return { ...opened, db: new Kysely({ dialect: new PostgresDialect({ pool }) }) }
}

describe.skipIf(POSTGRES === '')('the session on Postgres', () => {
  test('behavior: our own connection has its settings and receives notifications', async () => {
    const opened = await serviceWorld.database()
    expect(await checkSession(opened, { hasListenUrl: false })).toEqual([
      { check: 'session', level: 'ok', detail: 'the connection has the settings that Latchkey requires' },
      { check: 'writes', level: 'ok', detail: 'the database accepts writes' },
      { check: 'notifications', level: 'ok', detail: 'notifications arrive' },
    ])
    await opened.close()
  })

  test('error: reports settings that a pooler drops, with the statement that sets them on the role', async () => {
    const database = await createPostgresDatabase(POSTGRES)
    const name = new URL(database.url).pathname.slice(1)
    await runOn(POSTGRES, async (query) => {
      await query(`alter database ${name} reset all`)
      await query(`alter database ${name} set statement_timeout = '15s'`)
      await query(`alter database ${name} set idle_in_transaction_session_timeout = 0`)
    })
    const admin = new URL(POSTGRES)
    admin.pathname = `/${name}`
    const opened = await openDatabase({ databaseUrl: admin.href, dataDir: '', log, migrate: false })
    const pooled = withoutSettings(opened, admin.href)
    const weaker = `${NOT_FORWARDED}idle_in_transaction_session_timeout is “0”, not “10s”`
    expect((await checkSession(pooled, { hasListenUrl: true }))[0]).toMatchObject({
      check: 'session',
      level: 'warning',
      detail: weaker,
    })
    await pooled.db.destroy()

    await runOn(POSTGRES, (query) => query(`alter database ${name} set DateStyle = 'SQL, DMY'`))
    const broken = withoutSettings(opened, admin.href)
    expect((await checkSession(broken, { hasListenUrl: true }))[0]).toEqual({
      check: 'session',
      level: 'problem',
      detail: `${NOT_FORWARDED}DateStyle is “SQL, DMY”, not “ISO, MDY”; idle_in_transaction_session_timeout is “0”, not “10s”`,
      todo: `set them for the role (alter role … set DateStyle = 'ISO, MDY', set idle_in_transaction_session_timeout = '10s'), or connect directly to Postgres`,
    })
    await broken.db.destroy()
    await opened.close()
    await database.drop()
  })

  test('error: reports a read-only database instead of the notification that it refuses', async () => {
    const database = await createPostgresDatabase(POSTGRES)
    const name = new URL(database.url).pathname.slice(1)
    await runOn(POSTGRES, (query) => query(`alter database ${name} set default_transaction_read_only = on`))
    const opened = await openDatabase({ databaseUrl: database.url, dataDir: '', log, migrate: false })
    const readOnly = withoutSettings(
      opened,
      database.url,
      '-c idle_session_timeout=0 -c statement_timeout=15s',
    )
    const findings = await checkSession(readOnly, { hasListenUrl: false })
    expect(findings.find(({ check }) => check === 'writes')).toMatchObject({
      level: 'problem',
      detail: expect.stringContaining('the database is read-only'),
      todo: expect.stringContaining('default_transaction_read_only = off'),
    })
    expect(findings.map(({ check }) => check)).not.toContain('notifications')
    await readOnly.db.destroy()
    await opened.close()
    await database.drop()
  })

  test('error: reports notifications that do not arrive, with the setting that fixes it', async () => {
    const opened = await serviceWorld.database()
    const other = await serviceWorld.database()
    const deaf = { ...opened, notifications: other.notifications }
    expect((await checkSession(deaf, { hasListenUrl: false })).at(-1)).toEqual({
      check: 'notifications',
      level: 'warning',
      detail:
        'no notification arrives: a pooler in transaction mode keeps no session for notifications or for the migration lock',
      todo: 'set DATABASE_LISTEN_URL to the direct address of Postgres',
    })
    expect((await checkSession(deaf, { hasListenUrl: true })).at(-1)).toMatchObject({
      level: 'problem',
      detail: 'no notification arrives over DATABASE_LISTEN_URL',
    })
    await opened.close()
    await other.close()
  })
})
