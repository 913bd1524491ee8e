import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { OddNode } from '#service/testing/test-index.ts'
import { rereadHistory } from './reread-history.ts'

/** Number of blocks before a range that the index reads with it. */
const OVERLAP = 2
const upTo8 = [1, 2, 3, 4, 5, 6, 7, 8]

const world = await forFile(serviceWorld.index())
afterEach(() => world.endTest())

test('behavior: logs that a node left out are read again from a block on (erigontech/erigon 6598)', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  await world.mintBlocks(wallet, 8)
  let isHealthy = false
  const forgetful: OddNode = async ({ method }, ask) => (method === 'eth_getLogs' && !isHealthy ? [] : ask())
  const { finish } = await world.reader(forgetful)
  await finish()
  expect(await world.amounts()).toEqual([])
  isHealthy = true
  await finish()
  expect(await world.amounts()).toEqual([])
  const next = BigInt((await world.head()) + 1)
  const { id: chainId } = world.net.chain
  expect(await rereadHistory(world.ctx.db, next - 3n)).toEqual([{ chainId, from: next - 3n, next }])
  await finish()
  expect(await world.amounts()).toEqual(upTo8.slice(-3 - OVERLAP))
  expect(await rereadHistory(world.ctx.db, 0n)).toMatchObject([{ chainId, next }])
  await finish()
  expect(await world.amounts()).toEqual(upTo8)
  expect(await world.next()).toBe(Number(next))
})

test('param: a block that is not read yet changes nothing', async () => {
  await world.begin()
  await world.addWallets([newAddress()])
  const { finish } = await world.reader()
  await finish()
  expect(await rereadHistory(world.ctx.db, BigInt((await world.head()) + 1))).toEqual([])
})
