import type { Hex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { RpcError, UnexpectedAnswer, type Rpc } from '#service/chain/rpc.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

const RECEIPT = 'eth_getTransactionReceipt'
const OF_BLOCK = 'eth_getBlockReceipts'
const LOGS = 'eth_getLogs'
/** Erigon 3 executes the block again for a receipt, and fails (erigontech/erigon 15031). */
const ERIGON_ERROR = { code: -32_000, message: `nonce too low: address 0x${'1'.repeat(40)}, tx: 5 state: 6` }
const NOT_SERVED = { code: -32_601, message: 'the method does not exist/is not available' }

/**
 * Starts a relay over a node that returns every transaction with its block, but no receipt for a transaction's hash
 * (NethermindEth/nethermind 6182).
 */
async function start(replies: {
  nulls?: readonly string[]
  refused?: readonly string[]
  gas?: Hex
  /** Fields that are null in every receipt for a hash. Undefined means that there is no receipt at all. */
  nullFields?: object
  /** The error for every receipt for a hash. */
  receiptError?: { code: number; message: string }
}) {
  const { chain } = world
  const request: Rpc['request'] = async (schema, method, params) => {
    if (method === RECEIPT && replies.receiptError !== undefined)
      throw new RpcError(method, replies.receiptError)
    if (method === RECEIPT && replies.nullFields !== undefined) {
      const receipt = await chain.rpc.request(z.nullable(z.looseObject({})), method, params)
      const answer = schema.safeParse(receipt && { ...receipt, ...replies.nullFields })
      if (!answer.success) throw new UnexpectedAnswer(method, answer.error)
      return answer.data
    }
    if (method === RECEIPT || replies.nulls?.includes(method) === true) return z.parse(schema, null)
    if (replies.refused?.includes(method) === true) throw new RpcError(method, NOT_SERVED)
    // Hides that the call reverts.
    if (method === 'eth_estimateGas' && replies.gas !== undefined) return z.parse(schema, replies.gas)
    return chain.rpc.request(schema, method, params)
  }
  return world.fresh({ chain: { rpc: { request } } })
}

describe('a node that has the block of a transaction and never its receipt', () => {
  test.each([
    ['the receipts of the block', {}],
    ['the logs of the transaction', { refused: [OF_BLOCK] }],
    ['the logs, where null stands for the receipts of the block', { nulls: [OF_BLOCK] }],
    ['the call at the block before', { refused: [OF_BLOCK, LOGS] }],
    ['the call, where null stands for receipts and logs', { nulls: [OF_BLOCK, LOGS] }],
    ['the receipts of the block, where its own has no status (hs-web3 60)', { nullFields: { status: null } }],
    [
      'its logs, where its own has no block (iexec-common 109)',
      { refused: [OF_BLOCK], nullFields: { blockNumber: null, blockHash: null } },
    ],
    [
      'the receipts of the block, where its own is an error (erigontech/erigon 15031)',
      { receiptError: ERIGON_ERROR },
    ],
    [
      'its logs, where its own and those of the block are an error',
      { refused: [OF_BLOCK], receiptError: ERIGON_ERROR },
    ],
  ])('behavior: confirms a transaction by %s', async (_way, replies) => {
    const relay = await start(replies)
    const to = newAddress()
    const { id, hash } = await relay.submit(world.mint(to, 1n))
    expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed', hash })
    expect(await world.coinsOf(to)).toBe(1n)
    expect(await world.rows()).toHaveLength(1)
  })

  test.each([
    ['the receipts of the block', {}, /^(?!.*simulation).*ERC20InsufficientBalance/],
    [
      'the call at the block before, and says so',
      { refused: [OF_BLOCK, LOGS] },
      /ERC20InsufficientBalance.*\(concluded from a simulation, because the node gives no receipt\)$/,
    ],
  ])('error: fails a transaction that reverted, by %s', async (_way, replies, reason) => {
    const relay = await start({ ...replies, gas: '0x30d40' })
    const { erc20: to } = world.net.tokens
    const data: Hex = `0xa9059cbb${newAddress().slice(2).padStart(64, '0')}${'9'.padStart(64, '0')}`
    const { id } = await relay.submit({ purpose: 'sandbox', to, data })
    const outcome = await world.settled(relay, id)
    expect(outcome).toMatchObject({ status: 'failed' })
    expect(outcome).toHaveProperty('reason', expect.stringMatching(reason))
  })

  test('behavior: settles each call of a bundle by the log of its contract', async () => {
    const relay = await start({ refused: [OF_BLOCK] })
    relay.bundleThrough(world.net.bundleContract)
    const requests = Array.from({ length: 3 }, () => ({
      ...world.mint(newAddress(), 1n),
      purpose: 'wallet' as const,
    }))
    const submitted = await world.submitTogether(relay, requests)
    for (const { id } of submitted)
      expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  })
})
