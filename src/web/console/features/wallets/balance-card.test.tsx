import { afterEach, expect, test } from 'vitest'
import type { Balances, HistoryEntry } from '#protocol/holdings.ts'
import { ActivityCard } from '#web/console/features/transactions/activity-card.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { BalanceCard } from './balance-card.tsx'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const COIN = {
  tokenAddress: TOKEN,
  name: 'Demo Coin',
  symbol: 'DEMO',
  decimals: 6,
  allowed: true,
  amount: '0',
}
const ITEM = { tokenAddress: ADDRESS, name: 'Cats', symbol: 'CAT', allowed: true }
const NFT = { ...ITEM, tokenId: '7' }
const UNITS = { ...ITEM, tokenId: '1', amount: '10' }

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

test.each<[string, Partial<Balances>, readonly string[], readonly string[]]>([
  [
    'only an NFT',
    { collectibles: [NFT], multiTokens: [] },
    ['No ERC-20 tokens from your list'],
    ['yet', 'not on'],
  ],
  [
    'NFTs and an ERC-1155 token',
    { collectibles: [NFT, { ...NFT, tokenId: '8' }], multiTokens: [UNITS] },
    ['No ERC-20 tokens from your list'],
    ['yet'],
  ],
  [
    'coins and an NFT',
    { coins: [{ ...COIN, amount: '1000000' }], collectibles: [NFT], multiTokens: [] },
    ['Demo Coin'],
    ['No ERC-20'],
  ],
  [
    'a coin without decimals',
    { coins: [{ ...COIN, decimals: null, amount: '999999995' }], collectibles: [], multiTokens: [] },
    ['999,999,995 base units of DEMO', 'decimals are unknown'],
    ['No ERC-20'],
  ],
  [
    'a coin of whole units',
    { coins: [{ ...COIN, decimals: 0, amount: '5' }], collectibles: [], multiTokens: [] },
    ['5 DEMO', '0 decimals'],
    ['base units of'],
  ],
  [
    'only a coin that is not on the list',
    { coins: [{ ...COIN, allowed: false, amount: '5' }], collectibles: [], multiTokens: [] },
    ['No ERC-20 tokens from your list', '1 more token is not on your token list.'],
    ['yet', 'Demo Coin'],
  ],
  ['nothing', { collectibles: [], multiTokens: [] }, ['No tokens yet', 'Get tokens'], ['No ERC-20']],
  ['no coins and unread NFTs', {}, ['No ERC-20 tokens yet', 'Get tokens'], ['No tokens yet']],
])('behavior: shows the balance of a wallet with %s', async (_, held, shown, absent) => {
  serve((request) =>
    request.includes('/balances')
      ? ({ address: ADDRESS, coins: [COIN], ...held } satisfies Balances)
      : undefined,
  )
  page = await renderPage(<BalanceCard address={ADDRESS} faucet="Get tokens" />)
  await page.shows(() => shown.every((text) => page.text().includes(text)))
  for (const text of absent) expect(page.text()).not.toContain(text)
})

const MINTED: HistoryEntry = {
  kind: 'mint',
  tokenAddress: ADDRESS,
  allowed: true,
  counterparty: '0x0000000000000000000000000000000000000000',
  blockNumber: '8',
  logIndex: 0,
  itemIndex: 0,
  minedAtDatetime: '2026-11-21T12:00:00.000Z',
  transactionHash: `0x${'ab'.repeat(32)}`,
}

test.each<[string, Partial<HistoryEntry>, string]>([
  ['an NFT', { tokenId: '7' }, 'Minted NFT #7'],
  ['units of a token ID', { tokenId: '1', amount: '10' }, 'Minted 10 × #1'],
  ['base units', { amount: '1000' }, 'Minted 1,000 base units'],
])('behavior: shows the quantity of a mint of %s', async (_, moved, title) => {
  serve((request) => {
    if (request.includes('/history')) return [{ ...MINTED, ...moved }]
    return request.includes('/transactions') ? [] : undefined
  })
  page = await renderPage(<ActivityCard address={ADDRESS} />)
  await page.shows(() => page.text().includes(title))
  expect(page.text()).toContain(title)
})
