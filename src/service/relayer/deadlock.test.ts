import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endInDeadlock } from '#service/testing/end-in-deadlock.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { hasTestPostgres } from '#service/testing/test-database.ts'
import type { TestRelays } from '#service/testing/test-relays.ts'

// The embedded engine has one connection, so no lock waits occur there.
describe.skipIf(!hasTestPostgres())('a deadlock', () => {
  let world: TestRelays
  beforeAll(async () => {
    world = await serviceWorld.relays()
  })
  afterEach(() => world.endTest())
  afterAll(() => world.close())

  test('behavior: a transaction that the database aborts to resolve a deadlock is still stored', async () => {
    const relay = await world.fresh({ settings: { sweepMs: 3_600_000 } })
    const to = newAddress()
    const submitted = await endInDeadlock(
      world.ctx.db,
      { holds: 'relayer_lanes', wants: 'relayed_transactions' },
      () => relay.submit(world.mint(to, 3n)),
    )
    const expected = 3n * BigInt(submitted.length)
    await expect.poll(() => world.coinsOf(to), { timeout: 120_000 }).toBe(expected)
  })
})
