import { numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { blocksAsked, IndexHarness, type NodeRequest } from '#service/testing/index-harness.ts'
import { newAddress } from '#service/testing/relay-harness.ts'

const harness = await forFile(IndexHarness.start())
afterEach(() => harness.endTest())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('behavior: uses smaller ranges for a node that refuses more than ten blocks', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.mintBlocks(wallet, 40)
  await harness.addWallets([wallet])
  let refusals = 0
  const { finish } = await harness.reader((request, ask) => {
    if (request.method !== 'eth_getLogs' || blocksAsked(request) <= 10) return ask()
    refusals += 1
    return Promise.reject(new RpcError(request.method, { code: -32_600, message: 'up to a 10 block range' }))
  })
  await finish()
  expect(await harness.amounts()).toEqual(upTo(40))
  expect(await harness.next()).toBe((await harness.head()) + 1)
  // Few requests are refused, because a larger range is tried again only occasionally.
  expect(refusals).toBeLessThan(30)
})

test('behavior: a process that ends at any point leaves no gap and no duplicate', async () => {
  await harness.begin()
  const [early, late] = [newAddress(), newAddress()]
  await harness.mintBlocks(early, 12)
  await harness.mintBlocks(late, 12)
  await harness.addWallets([early])
  const newest = await harness.head()
  let broken = 0
  let isDone = false
  for (let lives = 0; !isDone; lives += 1) {
    // The chain grows while processes come and go. Each ends at another request.
    const seen = Math.min(newest, Math.floor(lives / 14) * 4)
    let requests = 0
    const { step, giveBack } = await harness.reader((request, ask) => {
      requests += 1
      if (requests > lives % 14) return Promise.reject(new Error('the process ended'))
      if (request.params[0] !== 'latest') return ask()
      return harness.net.chain.rpc.request(z.unknown(), request.method, [numberToHex(seen), false])
    })
    const isMore = await step().catch(() => undefined)
    if (isMore === undefined) broken += 1
    isDone = isMore === false && seen === newest
    await giveBack()
    if (
      seen >= newest / 2 &&
      (await harness.ctx.db.selectFrom('wallets').select('id').execute()).length === 1
    )
      await harness.addWallets([late])
  }
  expect(broken).toBeGreaterThan(20)
  const pieces = await harness.events()
  await harness.begin()
  await harness.addWallets([early, late])
  await (await harness.reader()).finish()
  expect(pieces).toEqual(await harness.events())
  expect(pieces).toHaveLength(24)
})

test('behavior: for thousands of wallets, reads all token logs at once and keeps those of the wallets', async () => {
  await harness.begin()
  const wallets = Array.from({ length: 2_001 }, newAddress)
  await harness.mintBlocks(wallets[2_000]!, 3)
  await harness.mintBlocks(newAddress(), 2)
  await harness.addWallets(wallets)
  const requests: NodeRequest[] = []
  const { finish } = await harness.reader((request, ask) => {
    if (request.method === 'eth_getLogs') requests.push(request)
    return ask()
  })
  await finish()
  expect(await harness.amounts()).toEqual([1, 2, 3])
  expect(requests).toHaveLength(1)
  expect(Object(requests[0]?.params[0]).topics).toHaveLength(1)
})

test('behavior: reads a block with more logs than the node returns only for the wallets', async () => {
  await harness.begin()
  const wallets = Array.from({ length: 2_001 }, newAddress)
  await harness.mintBlocks(wallets[7]!, 2)
  await harness.addWallets(wallets)
  const { finish } = await harness.reader((request, ask) => {
    if (request.method !== 'eth_getLogs' || Object(request.params[0]).topics.length > 1) return ask()
    return Promise.reject(new RpcError(request.method, { code: -32_005, message: 'more than 10000 results' }))
  })
  await finish()
  expect(await harness.amounts()).toEqual([1, 2])
})

test('behavior: reads blocks for the time if logs have none', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.mintBlocks(wallet, 3)
  await harness.addWallets([wallet])
  const { finish } = await harness.reader(async (request, ask) => {
    const answer = await ask()
    if (request.method !== 'eth_getLogs') return answer
    return z.parse(z.array(z.looseObject({})), answer).map((log) => ({ ...log, blockTimestamp: undefined }))
  })
  await finish()
  const block = z.object({ timestamp: quantitySchema })
  for (const event of await harness.events()) {
    const at = numberToHex(BigInt(event.block_number))
    const { timestamp } = await harness.net.chain.rpc.request(block, 'eth_getBlockByNumber', [at, false])
    expect(event.mined_at.getTime()).toBe(Number(timestamp) * 1_000)
  }
  expect(await harness.amounts()).toEqual([1, 2, 3])
})

test('behavior: finds logs that a lagging node did not have yet with the next block', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.addWallets([wallet])
  let isBehind = false
  const { finish } = await harness.reader((request, ask) =>
    request.method === 'eth_getLogs' && isBehind ? Promise.resolve([]) : ask(),
  )
  await finish()
  isBehind = true
  await harness.mintBlocks(wallet, 2)
  await finish()
  expect(await harness.amounts()).toEqual([])
  isBehind = false
  await harness.net.mintCoins(newAddress(), 1n)
  await finish()
  expect(await harness.amounts()).toEqual([1, 2])
})
