import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkOnChain } from '#protocol/receipt/check-receipt.ts'
import { receiptSchema as signedReceiptSchema } from '#protocol/receipt/receipt.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { lowerCase, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { relayHandlers } from '#service/create-service.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { bringOutside, whileNobodyLooks } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readSignedCall } from '#service/testing/wallet-requests.ts'
import { toKeyFields, type TestWallet } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.wallets())
const { rpc, id: chainId } = world.chain.chain

type Body = Record<string, unknown>

/** Executes calls that wait together behind a first one. Returns the outcome of each. */
async function executeTogether(bodies: readonly Body[]) {
  await submitTogether(bodies)
  return Promise.all(bodies.map(untilEnded))
}

/** Submits calls that wait together behind a first one. `before` runs before any of them is signed. */
async function submitTogether(bodies: readonly Body[], before?: () => Promise<unknown>) {
  const wallet = await world.createWallet({ coins: 1n })
  const first = world.signed(wallet, world.transfer(newAddress(), 1n))
  const isFirstWaiting = world.whenWaiting(bodies.length + 1, before)
  const firstAnswer = world.execute(first)
  await isFirstWaiting
  const answers = await Promise.all([firstAnswer, ...bodies.map((body) => world.execute(body))])
  for (const { status, text } of answers) expect(status, text).toBe(200)
}

async function read(body: Body) {
  const path = `/v1/baas/transactions?digest=${executeDigest(chainId, readSignedCall(body).call)}`
  return (await world.call('GET', path)).content[0]
}

async function untilEnded(body: Body) {
  await expect.poll(async () => (await read(body))?.status).not.toBe('SUBMITTED')
  return read(body)
}

const newWallets = (count: number, coins: bigint) =>
  Promise.all(Array.from({ length: count }, () => world.createWallet({ coins })))
const transferOf = (wallet: TestWallet, amount: bigint, to = newAddress()) =>
  world.signed(wallet, world.transfer(to, amount))

/** Returns the number of calls to a wallet that the relayer signed. */
async function relayedTo({ address }: TestWallet): Promise<number> {
  const { db } = world.ctx
  const rows = await db
    .selectFrom('relayed_transactions')
    .select('id')
    .where('to_address', '=', lowerCase(address))
    .execute()
  return rows.length
}

async function checkedReceipt(uuid: string) {
  const { status, content, text } = await world.call('GET', `/v1/org/transactions/${uuid}/receipt`)
  expect(status, text).toBe(200)
  const ask = (method: string, params: readonly unknown[]) => rpc.request(z.unknown(), method, params)
  const { findings } = await checkOnChain(signedReceiptSchema.parse(content), ask)
  return findings.map(({ name, result, because }) => (result === 'holds' ? because : `${name} ${result}`))
}

test('behavior: executions that wait together share one transaction; each is confirmed, costs its share and has a valid receipt', async () => {
  const wallets = await newWallets(10, 5n)
  const to = newAddress()
  const ended = await executeTogether(wallets.map((wallet) => transferOf(wallet, 5n, to)))
  expect(await world.coinsOf(to)).toBe(50n)
  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'CONFIRMED'))
  const hashes = new Set(ended.map(({ transactionHash }) => transactionHash))
  expect(hashes.size).toBe(1)
  const mined = await rpc.request(receiptSchema, 'eth_getTransactionReceipt', [...hashes])
  const timelines = await Promise.all(
    ended.map(({ transactionUuid }) => world.call('GET', `/v1/org/transactions/${transactionUuid}/timeline`)),
  )
  const gas = timelines.map(({ content }) => BigInt(content.onChain.gasUsed))
  expect(timelines.map(({ content }) => content.onChain.bundledCalls)).toEqual(ended.map(() => 10))
  expect(gas.reduce((sum, one) => sum + one)).toBe(mined.gasUsed)
  const words = ['chain holds', 'transaction holds', 'outcome succeeded', 'block holds']
  expect(await checkedReceipt(ended[3].transactionUuid)).toEqual(words)
})

test('behavior: an execution without enough tokens fails alone, with its reason and a valid receipt', async () => {
  const [spender, ...others] = await newWallets(4, 5n)
  const bodies = [
    transferOf(spender!, 5n),
    ...others.map((wallet) => transferOf(wallet, 5n)),
    transferOf(spender!, 5n),
  ]
  const ended = await executeTogether(bodies)
  const failed = ended.find(({ status }) => status === 'FAILED')
  // Only the first of the two had enough tokens. Their order is not fixed.
  expect([ended[0].digest, ended[4].digest]).toContain(failed.digest)
  expect(ended.filter(({ status }) => status === 'CONFIRMED')).toHaveLength(4)
  expect(failed.transactionHash).toBe(ended[1].transactionHash)
  expect(failed.reason).toContain('ERC20InsufficientBalance')
  const words = ['chain holds', 'transaction holds', 'outcome failed', 'block holds']
  expect(await checkedReceipt(failed.transactionUuid)).toEqual(words)
})

test('behavior: a call that another party executes first is confirmed once by that transaction, and the others by theirs', async () => {
  const wallets = await newWallets(3, 5n)
  const to = newAddress()
  const bodies = wallets.map((wallet) => transferOf(wallet, 1n, to))
  let outside = ''
  await whileNobodyLooks(world, () =>
    submitTogether(bodies, async () => {
      outside = (await bringOutside(world, bodies[1]!)).hash
    }),
  )
  const ended = await Promise.all(bodies.map(untilEnded))
  expect(ended.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
  const [one, front, other] = ended.map(({ transactionHash }) => transactionHash)
  expect(front).toBe(outside)
  expect(one).toBe(other)
  expect(one).not.toBe(outside)
  expect(await world.coinsOf(to)).toBe(3n)
  expect(await Promise.all(wallets.map(relayedTo))).toEqual([1, 1, 1])
})

test('behavior: a waiting call that another party has executed is not sent, and the other calls are', async () => {
  const wallets = await newWallets(3, 5n)
  const to = newAddress()
  const bodies = wallets.map((wallet) => transferOf(wallet, 1n, to))
  let outside = ''
  await submitTogether(bodies, async () => {
    outside = (await bringOutside(world, bodies[1]!)).hash
    await expect.poll(async () => (await read(bodies[1]!))?.status).toBe('CONFIRMED')
  })
  const ended = await Promise.all(bodies.map(untilEnded))
  expect(ended.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
  const [one, front, other] = ended.map(({ transactionHash }) => transactionHash)
  expect(front).toBe(outside)
  expect([one, other]).not.toContain(outside)
  expect(await world.coinsOf(to)).toBe(3n)
  expect(await Promise.all(wallets.map(relayedTo))).toEqual([1, 0, 1])
})

test('behavior: wallets that wait together are deployed by one transaction, each at its address', async () => {
  const created = Array.from({ length: 5 }, async (_, index) => {
    const passkey = createSoftwarePasskey(world.demo.domain)
    const email = `bundle-${index}@example.com`
    const verificationCode = await world.requestCode(email)
    return { passkey, body: { ...toKeyFields(passkey), email, verificationCode } }
  })
  const wallets = await Promise.all(created)
  void world.whenWaiting(wallets.length)
  const answers = await Promise.all(
    wallets.map(({ body }) => world.call('POST', '/v1/baas/wallets', { body })),
  )
  for (const { status, text } of answers) expect(status, text).toBe(200)
  const hashes = answers.map(({ content }) => content.transactionHash)
  // The first may be sent alone, before the others wait together.
  expect(new Set(hashes).size).toBeLessThanOrEqual(2)
  for (const { content } of answers) {
    expect(await rpc.request(z.string(), 'eth_getCode', [content.address, 'latest'])).not.toBe('0x')
  }
})

test('behavior: after a reorg that removes a bundle, each of its calls is submitted again', async () => {
  const wallets = await newWallets(2, 5n)
  const ended = await executeTogether(wallets.map((wallet) => transferOf(wallet, 5n)))
  const { db, clock } = world.ctx
  const ids = ended.map(({ transactionUuid }) => transactionUuid)
  const stored = () =>
    db.selectFrom('transactions').select(['state', 'relayed_id']).where('id', 'in', ids).execute()
  for (const { relayed_id: relayedId } of await stored()) {
    await db.transaction().execute(async (trx) => {
      await relayHandlers(clock).transaction?.reopened?.(trx, relayedId ?? '')
    })
  }
  expect((await stored()).map(({ state }) => state)).toEqual(['SUBMITTED', 'SUBMITTED'])
})

test('behavior: a movement in the history links to the transaction of its own wallet, although others share the hash', async () => {
  const [one, other, receiver] = await newWallets(3, 5n)
  const bodies = [transferOf(one!, 1n, receiver!.address), transferOf(other!, 2n, receiver!.address)]
  const [first, second] = await executeTogether(bodies)
  expect(first.transactionHash).toBe(second.transactionHash)
  const sentBy = async (wallet: TestWallet) => {
    const { content } = await world.call('GET', `/v1/baas/wallets/${wallet.address}/history`)
    return content
      .filter(({ transactionHash }: { transactionHash: string }) => transactionHash === first.transactionHash)
      .map(({ amount, transactionUuid }: { amount: string; transactionUuid: string }) => [
        amount,
        transactionUuid,
      ])
      .toSorted()
  }
  await expect.poll(() => sentBy(one!)).toEqual([['1', first.transactionUuid]])
  expect(await sentBy(other!)).toEqual([['2', second.transactionUuid]])
  expect(await sentBy(receiver!)).toEqual([
    ['1', first.transactionUuid],
    ['2', second.transactionUuid],
  ])
})
