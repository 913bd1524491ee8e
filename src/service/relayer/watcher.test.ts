import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import type { BlockListener } from '#service/chain/chain.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

const CONFIRMATIONS = 3

/** A chain that counts requests and announces only one of every `announcedEach` blocks. */
function countingChain(announcedEach = 1) {
  const asked = new Map<string, number>()
  let blocks = 0
  const rpc: Rpc = {
    request: (schema, method, params) => {
      asked.set(method, (asked.get(method) ?? 0) + 1)
      return world.chain.rpc.request(schema, method, params)
    },
  }
  const onBlock = (listener: BlockListener) =>
    world.chain.onBlock((block) => {
      if (blocks % announcedEach === 0) listener(block)
      blocks += 1
    })
  return { chain: { rpc, onBlock }, blocks: () => blocks, count: (method: string) => asked.get(method) ?? 0 }
}

test.each([
  ['each block is announced', 1],
  ['one block of four is announced', 4],
])(
  'behavior: a node gets one request per transaction and block, however many are open, when %s',
  async (_when, announcedEach) => {
    const counting = countingChain(announcedEach)
    const settings = { confirmations: CONFIRMATIONS, sweepMs: 3_600_000 }
    const relay = await world.fresh({ chain: counting.chain, settings })
    const to = newAddress()
    const sent = await Promise.all(Array.from({ length: 40 }, () => relay.submit(world.mint(to, 1n))))
    await expect.poll(() => world.coinsOf(to)).toBe(40n)
    // Mines the blocks above the last transaction.
    for (let block = 0; block < CONFIRMATIONS * announcedEach; block += 1) {
      await world.net.mintCoins(newAddress(), 1n)
    }
    for (const { id } of sent) expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
    expect(counting.count('eth_getTransactionReceipt')).toBe(sent.length)
    expect(counting.count('eth_blockNumber')).toBeLessThanOrEqual(2)
    // There is one request at the final depth, and one for each unannounced block. Fees also read blocks.
    expect(counting.count('eth_getBlockByNumber')).toBeLessThanOrEqual(2 * counting.blocks() + 10)
  },
)
