import { numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { readHeader } from '#service/chain/chain-data.ts'
import type { BlockHeader } from '#service/chain/rpc-schemas.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { findStartBlock } from './index-progress.ts'

const world = await forFile(serviceWorld.index())
afterEach(() => world.endTest())

const DAY_SECONDS = 86_400n

async function header(block: bigint | 'latest'): Promise<BlockHeader> {
  const found = await readHeader(world.net.chain, block)
  if (found === null) throw new Error(`there is no block ${block}`)
  return found
}

async function useFactorySince(seconds: bigint): Promise<void> {
  const { chain } = world.net
  await world.ctx.db
    .insertInto('chain_factories')
    .values({
      chain_id: chain.id,
      address: `0x${chain.factory.slice(2).toLowerCase()}`,
      created_at: new Date(Number(seconds) * 1_000),
    })
    .onConflict((conflict) =>
      conflict.column('chain_id').doUpdateSet((row) => ({ created_at: row.ref('excluded.created_at') })),
    )
    .execute()
}

test('behavior: reads a short chain whole, and a long one from a day before the first use of its factory', async () => {
  await world.begin()
  const first = await header('latest')
  expect(await findStartBlock(world.ctx.db, world.net.chain, first)).toBe(0n)
  await world.net.chain.rpc.request(z.unknown(), 'anvil_mine', [numberToHex(100), numberToHex(7_200)])
  const head = await header('latest')
  const find = () => findStartBlock(world.ctx.db, world.net.chain, head, 50n)
  expect(await find()).toBe(0n)
  for (const days of [2n, 4n, 6n]) {
    const since = first.timestamp + days * DAY_SECONDS
    await useFactorySince(since)
    const start = await find()
    expect((await header(start)).timestamp).toBeLessThan(since - DAY_SECONDS)
    expect((await header(start + 1n)).timestamp).toBeGreaterThanOrEqual(since - DAY_SECONDS)
  }
  // Clocks may differ so much that the first use seems to be in the future. Then the newest block is the start.
  await useFactorySince(head.timestamp + 10n * DAY_SECONDS)
  expect(await find()).toBe(head.number - 1n)
})
