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
    /** Whether the database ended the relay's transaction, and not this one: it ends whichever looks first after both wait. */
    const endsTheRelays = async () => {
      let submitted: Promise<unknown> | undefined
      const isOurs = await db
        .transaction()
        .execute(async (trx) => {
          await sql`lock table relayed_transactions in access exclusive mode`.execute(trx)
          submitted = relay.submit(harness.mint(to, 3n))
          submitted.catch(() => undefined)
          await expect.poll(waits, { interval: 10 }).toBe(1)
          // It holds a row of this table and waits for the other one.
          await sql`lock table relayer_lanes in access exclusive mode`.execute(trx)
        })
        .then(() => false, isDeadlock)
      await submitted
      return !isOurs
    }
    let submissions = 1n
    while (!(await endsTheRelays())) submissions += 1n
    await expect.poll(() => harness.coinsOf(to), { timeout: 120_000 }).toBe(3n * submissions)
  })
})

function isDeadlock(error: unknown): true {
  expect(error).toMatchObject({ code: '40P01' })
  return true
}
