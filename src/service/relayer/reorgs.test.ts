import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { receiptSchema } from '#service/chain/rpc-schemas.ts'
import { startFaultProxy } from '#service/testing/fault-proxy.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const CONFIRMATIONS = 3
const WAIT = { timeout: 120_000 }

const anvil = await startPlainAnvil()
const proxy = await startFaultProxy(anvil.url)
// The node mines a block for each transaction. During the setup, this interval mines the blocks above it.
const mining = setInterval(() => void anvil.mine(1).catch(() => undefined), 100)
const service = await serviceWorld.node({
  anvil: { ...anvil, url: proxy.url },
  settings: { confirmations: CONFIRMATIONS },
})
const wallet = await service.createWallet()
await service.mint(wallet.address, 1_000n)
clearInterval(mining)
afterAll(async () => {
  await service.stop()
  await proxy.close()
  await anvil.stop()
})

async function transfer(amount: bigint) {
  const to = newAddress()
  const answer = await service.transfer(wallet, to, amount)
  expect(answer.status).toBe(200)
  const hash: string = answer.content.transactionHash
  return { to, amount, hash, status: () => service.statusOf(hash) }
}

const receiptOf = (hash: string) =>
  anvil.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])

const REQUESTS_AFTER_HEAD = 20

/** Waits until the service has read the newest block, and has had time to check its transactions against it. */
async function untilHeadIsChecked(): Promise<void> {
  const head = await anvil.head()
  await expect.poll(() => service.ctx.chain.knownBlocks?.().at(-1)?.number, WAIT).toBe(head)
  const before = proxy.asked.length
  await expect.poll(() => proxy.asked.length - before, WAIT).toBeGreaterThan(REQUESTS_AFTER_HEAD)
}

async function deepen(): Promise<void> {
  for (let block = 1; block < CONFIRMATIONS; block += 1) await anvil.mine(1)
}

test('behavior: nothing is confirmed before its block has the required depth', async () => {
  const sent = await transfer(1n)
  await expect.poll(() => receiptOf(sent.hash), WAIT).not.toBeNull()
  await anvil.mine(CONFIRMATIONS - 2)
  await untilHeadIsChecked()
  // One more block is required before the transaction is final.
  expect(await sent.status()).toBe('SUBMITTED')
  const head = await anvil.head()
  expect(head - (await receiptOf(sent.hash))!.blockNumber + 1n).toBe(BigInt(CONFIRMATIONS - 1))
  await anvil.mine(1)
  await expect.poll(sent.status, WAIT).toBe('CONFIRMED')
})

test.each([1, 2, 3, 4, 5])(
  'behavior: after a reorg of %i blocks their transactions are sent again and confirmed once more',
  async (depth) => {
    await anvil.mine(5)
    const sent = await transfer(BigInt(depth))
    await expect.poll(() => receiptOf(sent.hash), WAIT).not.toBeNull()
    const before = await receiptOf(sent.hash)
    for (let block = 1; block < depth; block += 1) await anvil.mine(1)
    const wasDeep = depth >= CONFIRMATIONS
    await expect.poll(sent.status, WAIT).toBe(wasDeep ? 'CONFIRMED' : 'SUBMITTED')
    await anvil.reorganize(depth)
    expect((await receiptOf(sent.hash))?.blockHash).not.toBe(before!.blockHash)
    await expect.poll(async () => (await receiptOf(sent.hash)) !== null, WAIT).toBe(true)
    if (wasDeep) await expect.poll(sent.status, WAIT).toBe('SUBMITTED')
    await deepen()
    await expect.poll(sent.status, WAIT).toBe('CONFIRMED')
    const row = await service.ctx.db
      .selectFrom('relayed_transactions')
      .select(['block_hash', 'block_number', 'status'])
      .where('hash', '=', `0x${sent.hash.slice(2)}`)
      .executeTakeFirstOrThrow()
    const after = await receiptOf(sent.hash)
    expect(row).toEqual({
      status: 'confirmed',
      block_hash: after!.blockHash,
      block_number: after!.blockNumber.toString(),
    })
    expect(after!.blockHash).not.toBe(before!.blockHash)
    expect(await service.coinsOf(sent.to)).toBe(BigInt(depth))
  },
)

/** Sends several transfers together until two of them share one transaction. */
async function bundledTransfers() {
  return waitFor('two transfers in one transaction', async () => {
    const sent = await Promise.all([21n, 22n, 23n, 24n, 25n, 26n].map(transfer))
    for (const { hash } of sent) {
      const calls = sent.filter((one) => one.hash === hash)
      if (calls.length > 1) return { hash, calls }
    }
    await deepen()
    return undefined
  })
}

test('behavior: after a reorg that removes a bundle, each of its calls is pending again and executes once', async () => {
  const { hash, calls } = await bundledTransfers()
  const states = async () => {
    const rows = await service.ctx.db
      .selectFrom('transactions')
      .select('state')
      .where('transaction_hash', '=', `0x${hash.slice(2)}`)
      .execute()
    return rows.map(({ state }) => state)
  }
  const all = (state: string) => calls.map(() => state)
  await expect.poll(() => receiptOf(hash), WAIT).not.toBeNull()
  await deepen()
  await expect.poll(states, WAIT).toEqual(all('CONFIRMED'))
  const { blockNumber } = (await receiptOf(hash))!
  await anvil.reorganize(Number((await anvil.head()) - blockNumber) + 1)
  await expect.poll(states, WAIT).toEqual(all('SUBMITTED'))
  await expect.poll(() => receiptOf(hash), WAIT).not.toBeNull()
  await deepen()
  await expect.poll(states, WAIT).toEqual(all('CONFIRMED'))
  for (const { to, amount } of calls) expect(await service.coinsOf(to)).toBe(amount)
})

test('behavior: a wallet whose deployment is reorged is pending again, then deployed at its address', async () => {
  const mining = setInterval(() => void anvil.mine(1).catch(() => undefined), 200)
  const made = await service.createWallet()
  clearInterval(mining)
  expect(made.answer.status).toBe(200)
  const status = async () =>
    (
      await service.ctx.db
        .selectFrom('wallets')
        .select('status')
        .where('address', '=', made.address.toLowerCase())
        .executeTakeFirst()
    )?.status
  await expect.poll(status, WAIT).toBe('deployed')
  const { blockNumber } = (await receiptOf(made.answer.content.transactionHash))!
  await anvil.reorganize(Number((await anvil.head()) - blockNumber) + 1)
  await expect.poll(status, WAIT).toBe('submitted')
  await expect.poll(() => receiptOf(made.answer.content.transactionHash), WAIT).not.toBeNull()
  await deepen()
  await expect.poll(status, WAIT).toBe('deployed')
})

test('behavior: a chain that only became shorter gets its lost transactions again', async () => {
  const sent = await transfer(7n)
  await deepen()
  await expect.poll(sent.status, WAIT).toBe('CONFIRMED')
  await anvil.shorten(CONFIRMATIONS)
  expect(await receiptOf(sent.hash)).toBeNull()
  await expect.poll(() => receiptOf(sent.hash), WAIT).not.toBeNull()
  await deepen()
  await expect.poll(sent.status, WAIT).toBe('CONFIRMED')
  expect(await service.coinsOf(sent.to)).toBe(7n)
})
