import { numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { readHeader } from '#service/chain/chain-data.ts'
import type { BlockHeader } from '#service/chain/rpc-schemas.ts'
import { IndexHarness } from '#service/testing/index-harness.ts'
import { findStartBlock } from './index-progress.ts'

const harness = await forFile(IndexHarness.start())
afterEach(() => harness.endTest())

const DAY_SECONDS = 86_400n

async function header(block: bigint | 'latest'): Promise<BlockHeader> {
  const found = await readHeader(harness.net.chain, block)
  if (found === null) throw new Error(`there is no block ${block}`)
  return found
}

async function useFactorySince(seconds: bigint): Promise<void> {
  const { chain } = harness.net
  await harness.ctx.db
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
  await harness.begin()
  const first = await header('latest')
  expect(await findStartBlock(harness.ctx.db, harness.net.chain, first)).toBe(0n)
  await harness.net.chain.rpc.request(z.unknown(), 'anvil_mine', [numberToHex(100), numberToHex(7_200)])
  const head = await header('latest')
  const find = () => findStartBlock(harness.ctx.db, harness.net.chain, head, 50n)
  expect(await find()).toBe(0n)
  for (const days of [2n, 4n, 6n]) {
    const since = first.timestamp + days * DAY_SECONDS
    await useFactorySince(since)
    const start = await find()
    expect((await header(start)).timestamp).toBeLessThan(since - DAY_SECONDS)
    expect((await header(start + 1n)).timestamp).toBeGreaterThanOrEqual(since - DAY_SECONDS)
  }
  // Clocks may differ so much that it seems to be in the future. Then the newest block is the start.
  await useFactorySince(head.timestamp + 10n * DAY_SECONDS)
  expect(await find()).toBe(head.number - 1n)
})
