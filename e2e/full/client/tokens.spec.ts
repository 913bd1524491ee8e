import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { tokenState } from '#e2e/fixtures/chain.ts'
import { drip, mint, mintItems } from '#e2e/fixtures/inbox.ts'
import { newItem } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import {
  call,
  createWallet,
  executeAndWait,
  prepare,
  sign,
  type ClientWallet,
} from '#e2e/fixtures/spec-client.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

const RECIPIENT = getAddress('0x00000000000000000000000000000000beefcafe')
const ZERO = '0x0000000000000000000000000000000000000000'

async function run(
  stack: Stack,
  wallet: ClientWallet,
  path: string,
  fields: object,
  by: 'signature' | 'data' = 'signature',
) {
  const prepared = await prepare(stack, wallet, path, fields)
  await executeAndWait(stack, wallet, await sign(stack, wallet, prepared, { by }))
}

test('behavior: an NFT is transferred with and without data, and polled until it is confirmed', async ({
  stack,
}) => {
  const wallet = await createWallet(stack, 'collectible@example.com')
  const { tokens, ownerOf } = await tokenState(stack)
  for (const data of [{}, { data: '0xbeef' }]) {
    const tokenId = newItem()
    await mint(stack, { token: tokens.erc721, to: wallet.address, tokenId })
    const fields = { tokenAddress: tokens.erc721, from: wallet.address, to: RECIPIENT, tokenId, ...data }
    await run(stack, wallet, 'erc721/safe-transfer', fields)
    expect(await ownerOf(tokenId)).toBe(RECIPIENT)
  }
})

test('behavior: ERC-1155 tokens are transferred, one id at a time and in a batch', async ({ stack }) => {
  const wallet = await createWallet(stack, 'units@example.com')
  const { tokens, units } = await tokenState(stack)
  const ids = [newItem(), newItem()]
  await mintItems(stack, wallet.address, ids, '10')
  const moved = { tokenAddress: tokens.erc1155, from: wallet.address, to: RECIPIENT }
  await run(stack, wallet, 'erc1155/safe-transfer', { ...moved, tokenId: ids[0], amount: '4' })
  const batch = { ...moved, tokenIds: ids, amounts: ['1', '7'] }
  await run(stack, wallet, 'erc1155/batch-transfer', batch, 'data')
  expect(await Promise.all(ids.map((id) => units(RECIPIENT, id)))).toEqual([5n, 7n])
  expect(await Promise.all(ids.map((id) => units(wallet.address, id)))).toEqual([5n, 3n])
})

test('behavior: approvals are given and revoked', async ({ stack }) => {
  const wallet = await createWallet(stack, 'approvals@example.com')
  const { tokens, allowance, approvedFor, operates } = await tokenState(stack)
  const tokenId = newItem()
  await mint(stack, { token: tokens.erc721, to: wallet.address, tokenId })
  await run(stack, wallet, 'erc20/approve', { tokenAddress: tokens.erc20, spender: RECIPIENT, amount: '77' })
  expect(await allowance(wallet.address, RECIPIENT)).toBe(77n)
  for (const approved of [RECIPIENT, ZERO]) {
    await run(stack, wallet, 'erc721/approve', { tokenAddress: tokens.erc721, approved, tokenId })
    expect(await approvedFor(tokenId)).toBe(approved)
  }
  for (const kind of ['erc721', 'erc1155'] as const)
    for (const approved of [true, false]) {
      const fields = { tokenAddress: tokens[kind], operator: RECIPIENT, approved }
      await run(stack, wallet, `${kind}/set-approval-for-all`, fields)
      expect(await operates(kind, wallet.address, RECIPIENT)).toBe(approved)
    }
})

test('behavior: balances list the coins of a wallet', async ({ stack }) => {
  const wallet = await createWallet(stack, 'balances@example.com')
  const { tokens } = await stack.sandbox()
  await drip(stack, wallet.address, '2500000')
  const { status, content } = await call(stack, 'GET', `/wallets/${wallet.address}/balances`)
  expect(status).toBe(200)
  const { coins } = z
    .object({ coins: z.array(z.looseObject({ tokenAddress: z.string(), amount: z.string() })) })
    .parse(content)
  const coin = coins.find(({ tokenAddress }) => tokenAddress.toLowerCase() === tokens.erc20.toLowerCase())
  expect(coin).toMatchObject({ amount: '2500000', decimals: 6 })
})

test('error: batch, receiver and owner errors use the words of the specification', async ({ stack }) => {
  const wallet = await createWallet(stack, 'rules@example.com')
  const { tokens } = await stack.sandbox()
  const moved = { walletAddress: wallet.address, from: wallet.address, to: RECIPIENT }
  const batch = (count: number, amounts = count) => ({
    ...moved,
    tokenAddress: tokens.erc1155,
    tokenIds: Array(count).fill('1'),
    amounts: Array(amounts).fill('1'),
  })
  const refused = (path: string, body: object) => call(stack, 'POST', `/tokens/${path}`, body)
  expect(await refused('erc1155/batch-transfer', batch(51))).toMatchObject({
    status: 400,
    content: { message: 'At most 50 items per batch' },
  })
  expect(await refused('erc1155/batch-transfer', batch(2, 3))).toMatchObject({
    status: 400,
    content: { message: 'tokenIds and amounts must have the same length' },
  })
  const foreign = { ...moved, tokenAddress: tokens.erc721, tokenId: '1', from: RECIPIENT }
  expect(await refused('erc721/safe-transfer', foreign)).toMatchObject({
    status: 403,
    content: { message: 'Wallet does not belong to this organization' },
  })
  // The coin's contract cannot receive an NFT.
  const unable = { ...moved, tokenAddress: tokens.erc721, tokenId: '1', to: tokens.erc20 }
  expect((await refused('erc721/safe-transfer', unable)).status).toBe(400)
  const text = { ...moved, tokenAddress: tokens.erc721, operator: RECIPIENT, approved: 'false' }
  const { from: _, to: __, ...approval } = text
  expect((await refused('erc721/set-approval-for-all', approval)).status).toBe(400)
})
