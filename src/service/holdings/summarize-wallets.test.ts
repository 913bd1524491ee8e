import { afterEach, describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import {
  SUMMARIZED_WALLETS_MAX,
  walletSummariesSchema,
  type WalletSummaries,
} from '#protocol/wallet-summaries.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { abiString, deployAnswering } from '#service/testing/answering-contract.ts'
import { FRIEND } from '#service/testing/holdings-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction, walletRow } from '#service/testing/stored-rows.ts'
import { allowByDefault } from '#service/tokens/allowed-tokens.ts'
import { SUMMARIZED_ITEMS_MAX, SUMMARIZED_TOKENS_MAX } from './summarize-wallets.ts'

const world = await forFile(serviceWorld.holdings())
const other = await world.addOrganization('Other', 'other.example')
afterEach(async () => {
  await world.ctx.db.deleteFrom('allowed_tokens').execute()
})

const tokens = () => world.chain.tokens
const request = (addresses: readonly string[], key = world.demo.key) =>
  world.call('GET', `/v1/baas/wallets/summaries?addresses=${addresses.join(',')}`, { key })

async function summarize(...addresses: string[]): Promise<WalletSummaries> {
  const answer = await request(addresses)
  if (answer.status !== 200) throw new Error(answer.text)
  return walletSummariesSchema.parse(answer.content)
}

async function summarizeOne(address: string) {
  const { wallets } = await summarize(address)
  return wallets[0]
}

describe('balance', () => {
  test('behavior: counts listed coins, NFTs and token IDs of each wallet, in the order of the request', async () => {
    const [rich, empty] = [await world.createWallet({ coins: 42n }), await world.createWallet()]
    await world.chain.mint({ standard: 'erc721', to: rich.address, tokenId: 70_001n })
    await world.chain.mint({ standard: 'erc721', to: rich.address, tokenId: 70_002n })
    await world.chain.mint({ standard: 'erc1155', to: rich.address, tokenId: 7n, amount: 3n })
    await Promise.all([world.allow('erc20'), world.allow('erc721'), world.allow('erc1155')])
    await world.balances(rich)
    await world.balances(empty)
    const { tokens: read, wallets } = await summarize(empty.address, rich.address, empty.address)
    expect(read).toEqual([{ address: checksumAddress(tokens().erc20), symbol: 'LIST', decimals: 6 }])
    expect(wallets).toMatchObject([
      { address: empty.address, coins: [], nfts: 0, multiTokens: 0, isWhole: true },
      {
        address: rich.address,
        coins: [{ tokenAddress: checksumAddress(tokens().erc20), amount: '42' }],
        nfts: 2,
        multiTokens: 1,
        isWhole: true,
      },
    ])
  })

  test('behavior: a token ID that was sent away no longer counts', async () => {
    const wallet = await world.createWallet()
    await world.chain.mint({ standard: 'erc1155', to: wallet.address, tokenId: 8n, amount: 1n })
    await world.allow('erc1155')
    await world.run(wallet, tokens().erc1155, 'safeTransferFrom(address,address,uint256,uint256,bytes)', [
      wallet.address,
      FRIEND,
      '8',
      '1',
      '0x',
    ])
    await world.balances(wallet)
    expect(await summarizeOne(wallet.address)).toMatchObject({ multiTokens: 0, isWhole: true })
  })

  test('behavior: unlisted tokens do not count', async () => {
    const wallet = await world.createWallet({ coins: 5n })
    expect(await summarizeOne(wallet.address)).toMatchObject({ coins: [], isWhole: true })
  })

  test('behavior: a listed token that does not respond, more token IDs or tokens than are read → not whole', async () => {
    const wallet = await world.createWallet()
    const silent = await deployAnswering(world.chain, { 'name()': abiString('Silent') })
    const words = { name: 'Silent', symbol: 'SIL', decimals: 0, logoUrl: '', now: world.ctx.clock.now() }
    await allowByDefault(world.ctx.db, { address: silent, standard: 'erc20', ...words })
    expect(await summarizeOne(wallet.address)).toMatchObject({ coins: [], isWhole: false })
    await world.ctx.db.deleteFrom('allowed_tokens').execute()

    await world.allow('erc1155')
    for (let id = 0; id <= SUMMARIZED_ITEMS_MAX; id += 1)
      await world.chain.mint({
        standard: 'erc1155',
        to: wallet.address,
        tokenId: BigInt(100 + id),
        amount: 1n,
      })
    await world.balances(wallet)
    expect(await summarizeOne(wallet.address)).toMatchObject({
      multiTokens: SUMMARIZED_ITEMS_MAX + 1,
      isWhole: false,
    })
    await world.ctx.db.deleteFrom('allowed_tokens').execute()

    for (let index = 0; index <= SUMMARIZED_TOKENS_MAX; index += 1) {
      const address = `0x${(index + 1).toString(16).padStart(40, 'e')}` as const
      await allowByDefault(world.ctx.db, { address, standard: 'erc721', ...words })
    }
    expect(await summarizeOne(wallet.address)).toMatchObject({ isWhole: false })
  })
})

describe('last activity', () => {
  test('behavior: the newest of its transactions and its token events; null for neither', async () => {
    const wallet = await world.createWallet()
    await world.history(wallet)
    expect(await summarizeOne(wallet.address)).toMatchObject({ lastActivityDatetime: null })
    const row = { organization_id: world.demo.id, wallet_address: lowerCase(wallet.address) }
    await insertTransaction(world.ctx.db, { ...row, created_at: new Date('2026-01-02T00:00:00.000Z') })
    await insertTransaction(world.ctx.db, { ...row, created_at: new Date('2026-01-01T00:00:00.000Z') })
    expect(await summarizeOne(wallet.address)).toMatchObject({
      lastActivityDatetime: '2026-01-02T00:00:00.000Z',
    })
    await world.chain.mintCoins(wallet.address, 1n)
    const [newest] = (await world.history(wallet)).content
    expect(await summarizeOne(wallet.address)).toMatchObject({ lastActivityDatetime: newest.minedAtDatetime })
  })

  test('error: unknown while the past of the wallet is still being read', async () => {
    const address = '0xbb8b539912345678901234567890123456785e17'
    const row = walletRow({ organization_id: world.demo.id, address, status: 'deployed' })
    await world.ctx.db.insertInto('wallets').values(row).execute()
    const found = await summarizeOne(address)
    expect(found?.lastActivityDatetime).toBeUndefined()
    // There is no contract at this address.
    expect(found?.protection).toBeUndefined()
  })
})

test('error: a wallet of another organization, an address of nobody, and malformed lists → refused', async () => {
  const wallet = await world.createWallet()
  expect((await request([wallet.address], other.key)).status).toBe(403)
  expect((await request([wallet.address, FRIEND])).status).toBe(403)
  const tooMany = Array.from({ length: SUMMARIZED_WALLETS_MAX + 1 }, () => wallet.address)
  expect((await request(tooMany)).status).toBe(400)
  expect((await request([])).status).toBe(400)
  expect((await request(['0x12'])).status).toBe(400)
})
