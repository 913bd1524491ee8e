import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endInDeadlock } from '#service/testing/end-in-deadlock.ts'
import { newAddress, RelayHarness } from '#service/testing/relay-harness.ts'
import { hasTestPostgres } from '#service/testing/test-database.ts'

// The embedded engine has one connection, so no lock waits occur there.
describe.skipIf(!hasTestPostgres())('a deadlock', () => {
  let harness: RelayHarness
  beforeAll(async () => {
    harness = await RelayHarness.start()
  })
  afterEach(() => harness.endTest())
  afterAll(() => harness.close())

  test('behavior: a transaction that the database aborts to resolve a deadlock is still stored', async () => {
    const relay = await harness.fresh({ settings: { sweepMs: 3_600_000 } })
    const to = newAddress()
    const submitted = await endInDeadlock(
      harness.ctx.db,
      { holds: 'relayer_lanes', wants: 'relayed_transactions' },
      () => relay.submit(harness.mint(to, 3n)),
    )
    const expected = 3n * BigInt(submitted.length)
    await expect.poll(() => harness.coinsOf(to), { timeout: 120_000 }).toBe(expected)
  })
})
