import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { addressTopic } from '#service/chain/chain-data.ts'
import { IndexHarness } from '#service/testing/index-harness.ts'
import { deployLogging } from '#service/testing/logging-contract.ts'
import { newAddress } from '#service/testing/relay-harness.ts'
import { createIndexer } from './create-indexer.ts'
import { LeaseLost } from './index-progress.ts'
import { TOPICS } from './token-events.ts'

const harness = await forFile(IndexHarness.start())
afterEach(() => harness.endTest())

test('behavior: does not store data read by a process that lost its lease', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.addWallets([wallet])
  await harness.mintBlocks(wallet, 2)
  let steal = async () => {}
  const { step } = await harness.reader(async (request, ask) => {
    const answer = await ask()
    if (request.method === 'eth_getLogs') await steal()
    return answer
  })
  steal = async () => {
    await harness.ctx.db.updateTable('leases').set({ owner: randomUUID() }).execute()
  }
  await expect(step()).rejects.toThrow(LeaseLost)
  expect(await harness.amounts()).toEqual([])
})

test('behavior: one process reads, and another continues when it stops', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.addWallets([wallet])
  const asked = [0, 0]
  const indexer = (index: number) => {
    const rpc = harness.rpc((_request, ask) => {
      asked[index] = (asked[index] ?? 0) + 1
      return ask()
    })
    return createIndexer({ ...harness.ctx, chain: { ...harness.net.chain, rpc } }, { paceMs: 5, pollMs: 20 })
  }
  const [first, second] = [indexer(0), indexer(1)]
  const until = async (count: number) => {
    while ((await harness.amounts()).length < count) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  first.start()
  await harness.mintBlocks(wallet, 3)
  await until(3)
  second.start()
  await harness.mintBlocks(wallet, 3)
  await until(6)
  expect(asked[1]).toBe(0)
  await first.stop()
  const askedFirst = asked[0]
  await harness.mintBlocks(wallet, 3)
  await until(9)
  expect(asked[0]).toBe(askedFirst)
  await second.stop()
  expect(await harness.ctx.db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('behavior: stores a large range in parts, and reads an unfinished one again as the chain is then', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.addWallets([wallet])
  const spam = await deployLogging(harness.net)
  await spam.logMany(2_500, [TOPICS.transfer, addressTopic(newAddress()), addressTopic(wallet)])
  const { step, finish } = await harness.reader()
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`.execute(
    harness.ctx.db,
  )
  await sql`create trigger refuse before update on holding_indexes execute function refuse()`.execute(
    harness.ctx.db,
  )
  await expect(step()).rejects.toThrow('the disk is full')
  expect(await harness.events()).toHaveLength(2_000)
  await sql`drop trigger refuse on holding_indexes`.execute(harness.ctx.db)
  // Changes the stored events, as if they came from blocks of another branch of the chain.
  await harness.ctx.db.updateTable('holding_events').set({ token_id: '77' }).execute()
  await finish()
  const ids = (await harness.events()).map(({ token_id }) => Number(token_id))
  expect(ids).toEqual(Array.from({ length: 2_500 }, (_, index) => index))
})
