import { numberToHex, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { receiptSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { blocksAsked } from '#service/testing/test-index.ts'

const world = await forFile(serviceWorld.index())
afterEach(() => world.endTest())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Replaces the newest blocks with empty ones. Transactions from the accounts of other tests stay. */
const reorganize = (depth: number) => world.net.chain.rpc.request(z.unknown(), 'anvil_reorg', [depth, []])

/** Like `mintCoins`, but by a new account, because a reorganization removes an account's transactions. */
async function mintOnce(to: Address, amount: bigint): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await world.net.embedded.fund(account.address, 10n ** 20n)
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, gas: 8_000_000n }
  const call = { to: world.net.tokens.erc20, data: encodeMint({ standard: 'erc20', to, amount }) }
  const signed = await account.signTransaction({
    type: 'eip1559',
    chainId: world.net.chain.id,
    nonce: 0,
    ...call,
    ...fees,
  })
  const hash = await world.net.chain.sendRawTransaction(signed)
  const receipt = () =>
    world.net.chain.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])
  await waitFor(`the receipt of ${hash}`, async () => (await receipt()) !== null, { pollMs: 5 })
}
async function mintSome(to: Address, blocks: number): Promise<void> {
  for (let amount = 1n; amount <= blocks; amount += 1n) await mintOnce(to, amount)
}

test('behavior: rolls back data from removed blocks and reads it again', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  await mintSome(wallet, 6)
  const { finish } = await world.reader()
  await finish()
  expect(await world.amounts()).toEqual(upTo(6))
  await reorganize(3)
  await finish()
  expect(await world.amounts()).toEqual([1, 2, 3])
  await mintOnce(wallet, 100n)
  await finish()
  expect(await world.amounts()).toEqual([1, 2, 3, 100])
  expect(await world.next()).toBe((await world.head()) + 1)
})

test('behavior: a wallet whose past was being read loses no block either', async () => {
  await world.begin()
  const [first, second] = [newAddress(), newAddress()]
  await world.addWallets([first])
  await mintSome(second, 5)
  const { step, finish } = await world.reader((request, ask) =>
    request.method === 'eth_getLogs' && blocksAsked(request) > 6
      ? Promise.reject(new RpcError(request.method, { code: -32_005, message: 'too many blocks' }))
      : ask(),
  )
  await finish()
  await world.addWallets([second])
  await step()
  await reorganize(2)
  await mintOnce(second, 50n)
  await finish()
  expect(await world.amounts()).toEqual([1, 2, 3, 50])
})

test('behavior: reads everything again if no known block is on the chain any more', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  await mintSome(wallet, 2)
  const { finish } = await world.reader()
  await finish()
  await world.ctx.db
    .updateTable('holding_blocks')
    .set({ hash: numberToHex(1, { size: 32 }) })
    .execute()
  await world.ctx.db.updateTable('holding_events').set({ amount: '77' }).execute()
  await finish()
  expect(await world.amounts()).toEqual([1, 2])
})

test('behavior: a node that only lags behind rolls nothing back', async () => {
  await world.begin()
  const wallet = newAddress()
  await world.addWallets([wallet])
  await mintSome(wallet, 4)
  await (await world.reader()).finish()
  const before = await world.next()
  await world.ctx.db.deleteFrom('leases').execute()
  const { finish } = await world.reader((request, ask) => {
    if (request.method !== 'eth_getBlockByNumber' || request.params[0] !== 'latest') return ask()
    return world.net.chain.rpc.request(z.unknown(), request.method, [numberToHex(before - 3), false])
  })
  await finish()
  expect(await world.amounts()).toEqual(upTo(4))
  expect(await world.next()).toBe(before)
})
