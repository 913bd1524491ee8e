import { numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { blocksAsked, type NodeRequest } from '#service/testing/test-index.ts'

const world = await forFile(serviceWorld.index())
afterEach(() => world.endTest())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('behavior: uses smaller ranges for a node that refuses more than ten blocks', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.mintBlocks(wallet, 40)
  await world.addWallets([wallet])
  let refusals = 0
  const { finish } = await world.reader((request, ask) => {
    if (request.method !== 'eth_getLogs' || blocksAsked(request) <= 10) return ask()
    refusals += 1
    return Promise.reject(new RpcError(request.method, { code: -32_600, message: 'up to a 10 block range' }))
  })
  await finish()
  expect(await world.amounts()).toEqual(upTo(40))
  expect(await world.next()).toBe((await world.head()) + 1)
  // Few requests are refused, because a larger range is tried again only occasionally.
  expect(refusals).toBeLessThan(30)
})

test('behavior: a process that ends at any point leaves no gap and no duplicate', async () => {
  await world.begin()
  const [early, late] = [newAddress(), newAddress()]
  await world.mintBlocks(early, 12)
  await world.mintBlocks(late, 12)
  await world.addWallets([early])
  const newest = await world.head()
  let broken = 0
  let isDone = false
  for (let lives = 0; !isDone; lives += 1) {
    // The chain grows while processes come and go. Each process ends at a different request.
    const seen = Math.min(newest, Math.floor(lives / 14) * 4)
    let requests = 0
    const { step, giveBack } = await world.reader((request, ask) => {
      requests += 1
      if (requests > lives % 14) return Promise.reject(new Error('the process ended'))
      if (request.params[0] !== 'latest') return ask()
      return world.net.chain.rpc.request(z.unknown(), request.method, [numberToHex(seen), false])
    })
    const isMore = await step().catch(() => undefined)
    if (isMore === undefined) broken += 1
    isDone = isMore === false && seen === newest
    await giveBack()
    if (seen >= newest / 2 && (await world.ctx.db.selectFrom('wallets').select('id').execute()).length === 1)
      await world.addWallets([late])
  }
  expect(broken).toBeGreaterThan(20)
  const pieces = await world.events()
  await world.begin()
  await world.addWallets([early, late])
  await (await world.reader()).finish()
  expect(pieces).toEqual(await world.events())
  expect(pieces).toHaveLength(24)
})

test('behavior: for thousands of wallets, reads all token logs at once and keeps those of the wallets', async () => {
  await world.begin()
  const wallets = Array.from({ length: 2_001 }, newAddress)
  await world.mintBlocks(wallets[2_000]!, 3)
  await world.mintBlocks(newAddress(), 2)
  await world.addWallets(wallets)
  const requests: NodeRequest[] = []
  const { finish } = await world.reader((request, ask) => {
    if (request.method === 'eth_getLogs') requests.push(request)
    return ask()
  })
  await finish()
  expect(await world.amounts()).toEqual([1, 2, 3])
  expect(requests).toHaveLength(1)
  expect(Object(requests[0]?.params[0]).topics).toHaveLength(1)
})

test('behavior: reads a block with more logs than the node returns only for the wallets', async () => {
  await world.begin()
  const wallets = Array.from({ length: 2_001 }, newAddress)
  await world.mintBlocks(wallets[7]!, 2)
  await world.addWallets(wallets)
  const { finish } = await world.reader((request, ask) => {
    if (request.method !== 'eth_getLogs' || Object(request.params[0]).topics.length > 1) return ask()
    return Promise.reject(new RpcError(request.method, { code: -32_005, message: 'more than 10000 results' }))
  })
  await finish()
  expect(await world.amounts()).toEqual([1, 2])
})

test('behavior: reads blocks for the time if logs have none', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.mintBlocks(wallet, 3)
  await world.addWallets([wallet])
  const { finish } = await world.reader(async (request, ask) => {
    const answer = await ask()
    if (request.method !== 'eth_getLogs') return answer
    return z.parse(z.array(z.looseObject({})), answer).map((log) => ({ ...log, blockTimestamp: undefined }))
  })
  await finish()
  const block = z.object({ timestamp: quantitySchema })
  for (const event of await world.events()) {
    const at = numberToHex(BigInt(event.block_number))
    const { timestamp } = await world.net.chain.rpc.request(block, 'eth_getBlockByNumber', [at, false])
    expect(event.mined_at.getTime()).toBe(Number(timestamp) * 1_000)
  }
  expect(await world.amounts()).toEqual([1, 2, 3])
})

test('behavior: finds logs that a lagging node did not have yet when it reads the next block', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  let isBehind = false
  const { finish } = await world.reader((request, ask) =>
    request.method === 'eth_getLogs' && isBehind ? Promise.resolve([]) : ask(),
  )
  await finish()
  isBehind = true
  await world.mintBlocks(wallet, 2)
  await finish()
  expect(await world.amounts()).toEqual([])
  isBehind = false
  await world.net.mintCoins(newAddress(), 1n)
  await finish()
  expect(await world.amounts()).toEqual([1, 2])
})
