import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newAddress, RelayHarness } from '#service/testing/relay-harness.ts'
import { hasTestPostgres } from '#service/testing/test-database.ts'

// The embedded engine has one connection: nobody waits for a lock there.
describe.skipIf(!hasTestPostgres())('a deadlock', () => {
  let harness: RelayHarness
  beforeAll(async () => {
    harness = await RelayHarness.start()
  })
  afterEach(() => harness.endTest())
  afterAll(() => harness.close())

  test('behavior: a transaction that the database ends to undo one is stored all the same', async () => {
    const relay = await harness.fresh({ settings: { sweepMs: 3_600_000 } })
    const { db } = harness.ctx
    const to = newAddress()
    const waits = async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'relayed_transactions'::regclass and mode = 'RowExclusiveLock'`.execute(db)
      return rows.length
    }
    let submitted: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`lock table relayed_transactions in access exclusive mode`.execute(trx)
      submitted = relay.submit(harness.mint(to, 3n))
      submitted.catch(() => undefined)
      await expect.poll(waits, { interval: 10 }).toBe(1)
      // It holds a row of this table and waits for the other one: it has waited longer, so it is ended.
      await sql`lock table relayer_lanes in access exclusive mode`.execute(trx)
    })
    await submitted
    await expect.poll(() => harness.coinsOf(to), { timeout: 120_000 }).toBe(3n)
  })
})
