import { keccak256, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { RpcError, type Rpc } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

const INDEXING = { code: -32_000, message: 'transaction indexing is in progress' }
/** Methods that geth rejects while it indexes transactions. */
const LOOKS = new Set(['eth_getTransactionReceipt', 'eth_getTransactionByHash'])

test('error: a node that rejects the lookup of one transaction delays no other, and is asked again', async () => {
  const { chain } = world
  const offered: Hex[] = []
  let isIndexing = true
  const request: Rpc['request'] = async (schema, method, params) => {
    const [first] = offered
    if (isIndexing && LOOKS.has(method) && first !== undefined && params[0] === keccak256(first)) {
      throw new RpcError(method, INDEXING)
    }
    return chain.rpc.request(schema, method, params)
  }
  const sendRawTransaction = async (raw: Hex): Promise<Hex> => {
    offered.push(raw)
    // The pool accepts the second transaction and loses it. Only a later broadcast gets it into a block.
    return offered.length === 2 ? keccak256(raw) : chain.sendRawTransaction(raw)
  }
  const relay = await world.fresh({ chain: { rpc: { request }, sendRawTransaction } })
  const first = await relay.submit(world.mint(newAddress(), 1n))
  await expect.poll(() => offered.length).toBe(1)
  const second = await relay.submit(world.mint(newAddress(), 1n))
  expect(await world.settled(relay, second.id)).toMatchObject({ status: 'confirmed' })
  isIndexing = false
  expect(await world.settled(relay, first.id)).toMatchObject({ status: 'confirmed' })
  expect(await world.rows()).toHaveLength(2)
})
