import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { toHttpError } from '#server-kit/http/error-reply.ts'
import { setHostile } from '#service/testing/hostile-role.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { notify } from './notifications.ts'
import { openPostgres } from './open-postgres.ts'
import { findLostSettings } from './session-settings.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']

type Row = { at: Date; zone: string; isolation: string; work_mem: string; span: string; bytes: Buffer }

describe.skipIf(POSTGRES === undefined)('open postgres', () => {
  test('behavior: a connection that the server ends during a transaction fails only that transaction, with 503', async () => {
    const opened = await serviceWorld.database()
    const cut = opened.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]!.pid}::integer)`.execute(opened.db)
      // Queries outside of the transaction, so that the end of its connection is reported while it runs no query.
      for (let round = 0; round < 5; round += 1) await sql`select 1`.execute(opened.db)
      await sql`select 1`.execute(trx)
    })
    const error = await cut.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(toHttpError(error)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(opened.db)
    expect(rows).toEqual([{ one: 1 }])
    await opened.close()
  })

  test('behavior: replaces sessions that a failover left read-only after their first refused write (npgsql/efcore.pg 1306)', async () => {
    const opened = openPostgres({ databaseUrl: POSTGRES ?? '', log: pino({ level: 'silent' }) })
    const write = async () => {
      await sql`create temporary table written (id integer)`.execute(opened.db)
      await sql`drop table written`.execute(opened.db)
    }
    const pid = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.db)
      return rows[0]?.pid
    }
    await sql`set session characteristics as transaction read only`.execute(opened.db)
    const before = await pid()
    const change = () => sql`create schema written_once`.execute(opened.db)
    await expect(change()).rejects.toMatchObject({ code: '25006' })
    expect(await pid()).not.toBe(before)
    await write()
    await sql`set session characteristics as transaction read only`.execute(opened.db)
    const inTransaction = opened.db
      .transaction()
      .execute((trx) => sql`create schema written_once`.execute(trx))
    await expect(inTransaction).rejects.toMatchObject({ code: '25006' })
    await write()
    expect(opened.connections()).toMatchObject({ used: 0, waiting: 0 })
    await opened.close()
  })

  test('behavior: the session does not depend on the settings of the role or the database', async () => {
    const log = pino({ level: 'silent' })
    const admin = openPostgres({ databaseUrl: POSTGRES ?? '', log })
    const role = `hostile_${randomBytes(6).toString('hex')}`
    await sql`create role ${sql.ref(role)} login password 'p%w d'`.execute(admin.db)
    await setHostile((statement) => sql.raw(statement).execute(admin.db), `role ${role}`)
    const { host, pathname } = new URL(POSTGRES ?? '')
    // The password is not URL-encoded, which the driver accepts.
    const databaseUrl = `postgres://${role}:p%w d@${host}${pathname}?options=-c%20work_mem=8MB`
    const opened = openPostgres({ databaseUrl, log })
    const read = await sql<Row>`
      select timestamptz '2026-11-29 23:30:00+00' as at, current_setting('TimeZone') as zone,
        current_setting('transaction_isolation') as isolation, current_setting('work_mem') as work_mem,
        interval '1 day'::text as span, '\\x01'::bytea as bytes`.execute(opened.db)
    expect(read.rows).toEqual([
      {
        at: new Date('2026-11-29T23:30:00Z'),
        zone: 'UTC',
        isolation: 'read committed',
        work_mem: '8MB',
        span: '1 day',
        bytes: Buffer.from([1]),
      },
    ])
    expect(await findLostSettings(opened.db)).toEqual([])
    await opened.close()
    await sql`drop role ${sql.ref(role)}`.execute(admin.db)
    await admin.close()
  })

  test('behavior: the URL may name other schemas, the role may not', async () => {
    const log = pino({ level: 'silent' })
    const readPath = async (databaseUrl: string) => {
      const opened = openPostgres({ databaseUrl, log })
      const read = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(
        opened.db,
      )
      await opened.close()
      return read.rows[0]?.path
    }
    expect(await readPath(POSTGRES ?? '')).toBe('"$user", public')
    expect(await readPath(`${POSTGRES ?? ''}?options=-c%20search_path=wallets,public`)).toBe('wallets,public')
  })

  test('behavior: notifications use a connection with their own address if the other belongs to a pooler', async () => {
    const log = pino({ level: 'silent' })
    const direct = openPostgres({ databaseUrl: POSTGRES ?? '', log })
    const opened = openPostgres({
      databaseUrl: 'postgres://pooler@127.0.0.1:1/none',
      listenUrl: POSTGRES,
      log,
    })
    const heard: (string | undefined)[] = []
    await opened.notifications.listen('approved', (payload) => heard.push(payload))
    await notify(direct.db, 'approved', 'by the direct connection')
    await expect.poll(() => heard).toContain('by the direct connection')
    await opened.close()
    await direct.close()
  })
})
