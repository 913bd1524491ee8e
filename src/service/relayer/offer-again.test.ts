import type { Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { quantity } from '#service/chain/rpc-schemas.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

test('behavior: rebroadcasts the head of the lane and what the pool has lost, but nothing else that the pool still has', async () => {
  const pool = world.losingPool()
  const mined = await world.minedNonce()
  let inPool = 0
  const rpc: Rpc = {
    request: async (schema, method, params) =>
      method === 'eth_getTransactionCount' && params[1] === 'pending'
        ? z.parse(schema, quantity(mined + inPool))
        : world.chain.rpc.request(schema, method, params),
  }
  const relay = await world.fresh({ chain: { ...pool.chain, rpc } })
  for (let count = 0; count < 3; count += 1) await relay.submit(world.mint(newAddress(), 1n))
  const raws = [...new Set(pool.lost)]
  expect(raws).toHaveLength(3)
  const times = (raw: Hex | undefined) => pool.lost.filter((one) => one === raw).length
  const [first, second, third] = raws
  inPool = 2
  // A transaction that may still be in its first broadcast is not broadcast again.
  world.ctx.clock.advance(3_000)
  const before = { first: times(first), third: times(third) }
  await expect.poll(() => times(first)).toBeGreaterThan(before.first + 3)
  await expect.poll(() => times(third)).toBeGreaterThan(before.third + 3)
  expect(times(second)).toBe(1)
  inPool = 1
  await expect.poll(() => times(second)).toBeGreaterThan(1)
})
