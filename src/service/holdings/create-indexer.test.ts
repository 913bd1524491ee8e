import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { addressTopic, readNewest } from '#service/chain/chain-data.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { deployLogging } from '#service/testing/logging-contract.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { createIndexer } from './create-indexer.ts'
import { beginProgress, LeaseLost } from './index-progress.ts'
import { TOPICS } from './token-events.ts'
import { createKeptLogsCheck } from './watch-kept-logs.ts'

const world = await forFile(serviceWorld.index())
afterEach(() => world.endTest())

test('behavior: does not store data read by a process that lost its lease', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  await world.mintBlocks(wallet, 2)
  let steal = async () => {}
  const { step } = await world.reader(async (request, ask) => {
    const answer = await ask()
    if (request.method === 'eth_getLogs') await steal()
    return answer
  })
  steal = async () => {
    await world.ctx.db.updateTable('leases').set({ owner: randomUUID() }).execute()
  }
  await expect(step()).rejects.toThrow(LeaseLost)
  expect(await world.amounts()).toEqual([])
})

test('behavior: another process continues when the reading one stops', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  const asked = [0, 0]
  const indexer = (index: number) => {
    const rpc = world.rpc((_request, ask) => {
      asked[index] = (asked[index] ?? 0) + 1
      return ask()
    })
    return createIndexer({ ...world.ctx, chain: { ...world.net.chain, rpc } }, { paceMs: 5, pollMs: 20 })
  }
  const [first, second] = [indexer(0), indexer(1)]
  const until = (count: number) =>
    waitFor(`${count} indexed amounts`, async () => (await world.amounts()).length >= count, { pollMs: 5 })
  first.start()
  await world.mintBlocks(wallet, 3)
  await until(3)
  second.start()
  await world.mintBlocks(wallet, 3)
  await until(6)
  expect(asked[1]).toBe(0)
  await first.stop()
  const askedFirst = asked[0]
  await world.mintBlocks(wallet, 3)
  await until(9)
  expect(asked[0]).toBe(askedFirst)
  await second.stop()
  expect(await world.ctx.db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('behavior: stores a large range in parts, and reads an unfinished range again as the chain is then', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  const spam = await deployLogging(world.net)
  await spam.logMany(2_500, [TOPICS.transfer, addressTopic(newAddress()), addressTopic(wallet)])
  const { step, finish } = await world.reader()
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`.execute(
    world.ctx.db,
  )
  await sql`create trigger refuse before update on holding_indexes execute function refuse()`.execute(
    world.ctx.db,
  )
  await expect(step()).rejects.toThrow('the disk is full')
  expect(await world.events()).toHaveLength(2_000)
  await sql`drop trigger refuse on holding_indexes`.execute(world.ctx.db)
  // Changes the stored events, as if they came from blocks of another branch of the chain.
  await world.ctx.db.updateTable('holding_events').set({ token_id: '77' }).execute()
  await finish()
  const ids = (await world.events()).map(({ token_id }) => Number(token_id))
  expect(ids).toEqual(Array.from({ length: 2_500 }, (_, index) => index))
})

test('error: a node that refuses old logs for good → a sentence for the operator, until it serves them', async () => {
  await world.begin()
  await world.addWallets([newAddress()])
  let isRefusing = true
  const rpc = world.rpc((request, ask) => {
    if (!isRefusing || !['eth_getLogs', 'eth_getBlockReceipts'].includes(request.method)) return ask()
    const message = 'Archive requests require a personal token'
    return Promise.reject(new RpcError(request.method, { code: -32_701, message }, 403))
  })
  const chain = { ...world.net.chain, rpc }
  const indexer = createIndexer({ ...world.ctx, chain }, { paceMs: 1, pollMs: 5 })
  indexer.start()
  try {
    await expect
      .poll(() => indexer.fault(), { timeout: 30_000 })
      .toBe('the node refuses eth_getLogs for the next block, so reading the history stopped')
    isRefusing = false
    await expect.poll(() => indexer.fault(), { timeout: 30_000 }).toBeUndefined()
  } finally {
    await indexer.stop()
  }
})

test('error: a node that has deleted logs that are not read yet → names the block from which to read again', async () => {
  await world.begin()
  await world.mintBlocks(newAddress(), 3)
  const head = await world.head()
  await beginProgress(world.ctx.db, world.net.chain.id, BigInt(head - 2))
  const far = 5_000
  const rpc = world.rpc(async (request, ask) => {
    if (request.method === 'eth_getLogs') return []
    const answer = await ask()
    if (request.params[0] !== 'latest') return answer
    return { ...Object(answer), number: `0x${(head + far).toString(16)}` }
  })
  const chain = {
    ...world.net.chain,
    rpc,
    knownBlocks: () => [],
    askNewest: () => readNewest({ rpc }),
  }
  const sentence = await createKeptLogsCheck({ ...world.ctx, chain })()
  expect(sentence).toContain(`reread-history --from-block ${head - 2}`)
  expect(world.ctx.logLines.join('')).toContain('chain-logs-missing')
  expect(await createKeptLogsCheck(world.ctx)()).toBeUndefined()
})
