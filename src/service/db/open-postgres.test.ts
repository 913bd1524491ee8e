import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import pino from 'pino'
import { toHttpError } from '#server-kit/http/error-reply.ts'
import { openTestDatabase } from '#service/testing/test-database.ts'
import { notify } from './notifications.ts'
import { openPostgres } from './open-postgres.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']

describe.skipIf(POSTGRES === undefined)('open postgres', () => {
  test('behavior: a connection that the server ends in the middle of a transaction fails that transaction as 503 and nothing else', async () => {
    const opened = await openTestDatabase()
    const cut = opened.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]!.pid}::integer)`.execute(opened.db)
      // The connection is idle when its end is reported.
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

  test('behavior: notifications come by a connection of their own address, where the other is of a pooler', async () => {
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
