import { numberToHex, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { receiptSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { blocksAsked, IndexHarness } from '#service/testing/index-harness.ts'
import { newAddress } from '#service/testing/relay-harness.ts'

const harness = await forFile(IndexHarness.start())
afterEach(() => harness.endTest())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Replaces the newest blocks with empty ones. Transactions from the accounts of other tests stay. */
const reorganize = (depth: number) => harness.net.chain.rpc.request(z.unknown(), 'anvil_reorg', [depth, []])

/** Like `mintCoins`, but by a new account, because a reorganization removes an account's transactions. */
async function mintOnce(to: Address, amount: bigint): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await harness.net.embedded.fund(account.address, 10n ** 20n)
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, gas: 8_000_000n }
  const call = { to: harness.net.tokens.erc20, data: encodeMint({ standard: 'erc20', to, amount }) }
  const signed = await account.signTransaction({
    type: 'eip1559',
    chainId: harness.net.chain.id,
    nonce: 0,
    ...call,
    ...fees,
  })
  const hash = await harness.net.chain.sendRawTransaction(signed)
  const receipt = () =>
    harness.net.chain.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])
  while ((await receipt()) === null) await new Promise((resolve) => setTimeout(resolve, 5))
}
async function mintSome(to: Address, blocks: number): Promise<void> {
  for (let amount = 1n; amount <= blocks; amount += 1n) await mintOnce(to, amount)
}

test('behavior: rolls back data from removed blocks and reads it again', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.addWallets([wallet])
  await mintSome(wallet, 6)
  const { finish } = await harness.reader()
  await finish()
  expect(await harness.amounts()).toEqual(upTo(6))
  await reorganize(3)
  await finish()
  expect(await harness.amounts()).toEqual([1, 2, 3])
  await mintOnce(wallet, 100n)
  await finish()
  expect(await harness.amounts()).toEqual([1, 2, 3, 100])
  expect(await harness.next()).toBe((await harness.head()) + 1)
})

test('behavior: a wallet whose past was being read loses no block either', async () => {
  await harness.begin()
  const [first, second] = [newAddress(), newAddress()]
  await harness.addWallets([first])
  await mintSome(second, 5)
  const { step, finish } = await harness.reader((request, ask) =>
    request.method === 'eth_getLogs' && blocksAsked(request) > 6
      ? Promise.reject(new RpcError(request.method, { code: -32_005, message: 'too many blocks' }))
      : ask(),
  )
  await finish()
  await harness.addWallets([second])
  await step()
  await reorganize(2)
  await mintOnce(second, 50n)
  await finish()
  expect(await harness.amounts()).toEqual([1, 2, 3, 50])
})

test('behavior: reads everything again if no known block is on the chain any more', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.addWallets([wallet])
  await mintSome(wallet, 2)
  const { finish } = await harness.reader()
  await finish()
  await harness.ctx.db
    .updateTable('holding_blocks')
    .set({ hash: numberToHex(1, { size: 32 }) })
    .execute()
  await harness.ctx.db.updateTable('holding_events').set({ amount: '77' }).execute()
  await finish()
  expect(await harness.amounts()).toEqual([1, 2])
})

test('behavior: a node that only lags behind rolls nothing back', async () => {
  await harness.begin()
  const wallet = newAddress()
  await harness.addWallets([wallet])
  await mintSome(wallet, 4)
  await (await harness.reader()).finish()
  const before = await harness.next()
  await harness.ctx.db.deleteFrom('leases').execute()
  const { finish } = await harness.reader((request, ask) => {
    if (request.method !== 'eth_getBlockByNumber' || request.params[0] !== 'latest') return ask()
    return harness.net.chain.rpc.request(z.unknown(), request.method, [numberToHex(before - 3), false])
  })
  await finish()
  expect(await harness.amounts()).toEqual(upTo(4))
  expect(await harness.next()).toBe(before)
})
