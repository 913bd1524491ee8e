import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { saysDatabaseIsAway } from '#server-kit/http/driver-sentences.ts'
import { startPostgresProxy } from '#service/testing/postgres-proxy.ts'
import { runOn } from '#service/testing/postgres-statements.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { endLostSessions } from './end-lost-sessions.ts'
import { openPostgres } from './open-postgres.ts'
import { IDLE_TRANSACTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS, withSessionSettings } from './session-settings.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']
const SILENT_MS = 300
/** Duration of a slow statement in seconds. It is long enough to ask the server several times. */
const SLOW = 1.5
const log = pino({ level: 'silent' })

/** Opens a database with a single session through the proxy, which may be silent only for a short time. */
function openOneSession(
  url: string,
  silentMs = SILENT_MS,
): { run: (statement: string) => Promise<unknown[]> } {
  const connectionString = withSessionSettings(url)
  const pool = new Pool({
    connectionString,
    max: 1,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  endLostSessions(pool, { connectionString, log, silentMs })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => db.destroy())
  return { run: async (statement) => (await sql.raw(statement).execute(db)).rows }
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/**
 * Creates a table whose inserts make the commit slow, like a synchronous standby that does not respond. Returns the
 * database's URL.
 */
async function createSlowTable(): Promise<string> {
  const { url, drop } = await createPostgresDatabase(POSTGRES ?? '')
  onTestFinished(drop)
  await runOn(url, async (query) => {
    await query('create table slow (id integer)')
    await query(`create function pause() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${SLOW}); return null; end $$`)
    await query(`create constraint trigger pausing after insert on slow
      deferrable initially deferred for each row execute function pause()`)
  })
  return url
}

/**
 * Creates a role that acts as the owner of the database, like the dynamic roles of Vault, and has a setting. Returns
 * the URL for it.
 */
async function createRole(url: string, setting: (role: string) => string): Promise<string> {
  const role = `latchkey_role_${randomBytes(8).toString('hex')}`
  const server = POSTGRES ?? ''
  await runOn(server, async (query) => {
    await query(`create role ${role}_owner`)
    await query(`create role ${role} login password '${role}' in role ${role}_owner`)
    await query(`alter role ${role} set ${setting(role)}`)
  })
  onTestFinished(() => runOn(server, async (query) => void (await query(`drop role ${role}, ${role}_owner`))))
  const target = new URL(url)
  target.username = role
  target.password = role
  return target.href
}

describe.skipIf(POSTGRES === undefined)('end lost sessions', () => {
  test.each([
    ['of the server', { isPooler: false }],
    ['of a pooler', { isPooler: true }],
  ])(
    'error: a session %s that falls silent fails its statement as a lost database, and is replaced (node-postgres 2973)',
    async (_of, kind) => {
      const { url, drop } = await createPostgresDatabase(POSTGRES ?? '')
      onTestFinished(drop)
      const proxy = await startPostgresProxy(url, kind)
      const { run } = openOneSession(proxy.url)
      await run('select 1')
      proxy.silence()
      const error = await errorOf(run('select 2'))
      expect(error instanceof Error && saysDatabaseIsAway(error)).toBe(true)
      expect(await run('select 3 as three')).toEqual([{ three: 3 }])
    },
  )

  test.each([
    ['of the server', { isPooler: false }],
    ['of a pooler', { isPooler: true }],
  ])('behavior: neither a slow statement nor a slow commit %s is ended', async (_of, kind) => {
    const url = await createSlowTable()
    const proxy = await startPostgresProxy(url, kind)
    const { run } = openOneSession(proxy.url)
    await run(`select pg_sleep(${SLOW})`)
    await run('begin')
    await run('insert into slow values (1)')
    await run('commit')
    // This statement commits itself, because it is in no transaction.
    await run('insert into slow values (2)')
    expect(await run('select count(*)::integer as count from slow')).toEqual([{ count: 2 }])
  })

  test.each([
    ['acts as another', (role: string) => `role ${role}_owner`],
    ['has no states of its sessions', () => 'track_activities = off'],
  ])('behavior: a slow statement of a role that %s is not ended', async (_kind, setting) => {
    const { url, drop } = await createPostgresDatabase(POSTGRES ?? '')
    onTestFinished(drop)
    const { run } = openOneSession(await createRole(url, setting))
    expect(await run(`select 1 as one from pg_sleep(${SLOW})`)).toEqual([{ one: 1 }])
  })

  test('behavior: a result that arrives slowly is not ended', async () => {
    const { url, drop } = await createPostgresDatabase(POSTGRES ?? '')
    onTestFinished(drop)
    const proxy = await startPostgresProxy(url, { bytesPerSecond: 20_000 })
    const { run } = openOneSession(proxy.url)
    const rows = await run(`select length(text) as length, text from repeat('x', 40000) as text`)
    expect(rows).toMatchObject([{ length: 40_000 }])
  })

  test('behavior: a statement that waited in a pooler and began only now is not ended', async () => {
    const { url, drop } = await createPostgresDatabase(POSTGRES ?? '')
    onTestFinished(drop)
    const proxy = await startPostgresProxy(url, { isPooler: true })
    // The session may be silent for long. The statement has therefore just begun when the server is asked.
    const { run } = openOneSession(proxy.url, 1_000)
    await run('select 1')
    proxy.holdAt('pg_sleep')
    expect(await run(`select 1 as one from pg_sleep(${SLOW})`)).toEqual([{ one: 1 }])
  })

  test('behavior: while no connection can be opened, no session is ended', async () => {
    const { url, drop } = await createPostgresDatabase(POSTGRES ?? '')
    onTestFinished(drop)
    const proxy = await startPostgresProxy(url)
    const { run } = openOneSession(proxy.url)
    await run('select 1')
    proxy.silence()
    const refused = proxy.refuse()
    let hasEnded = false
    const query = errorOf(run('select 2')).finally(() => (hasEnded = true))
    await expect.poll(refused, { timeout: 30_000 }).toBeGreaterThan(2)
    expect(hasEnded).toBe(false)
    proxy.accept()
    expect(await query).toBeInstanceOf(Error)
  })

  test('error: a transaction whose commit is stored but not confirmed fails as a lost database', async () => {
    const { url, drop } = await createPostgresDatabase(POSTGRES ?? '')
    onTestFinished(drop)
    const proxy = await startPostgresProxy(url)
    const opened = openPostgres({ databaseUrl: proxy.url, log })
    await sql`create table stored (id integer)`.execute(opened.db)
    proxy.silenceAt('commit', 'insert into stored')
    const error = await errorOf(
      opened.db.transaction().execute((trx) => sql`insert into stored values (1)`.execute(trx)),
    )
    expect(error instanceof Error && saysDatabaseIsAway(error)).toBe(true)
    const { rows } = await sql`select id from stored`.execute(opened.db)
    expect(rows).toEqual([{ id: 1 }])
    await opened.close()
  })
})
