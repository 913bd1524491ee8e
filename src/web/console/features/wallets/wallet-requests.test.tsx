import { afterEach, expect, test } from 'vitest'
import type { Balances, HistoryEntry } from '#protocol/holdings.ts'
import { ActivityCard } from '#web/console/features/transactions/activity-card.tsx'
import { act } from '#web/console/testing/act.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { BalanceCard } from './balance-card.tsx'
import { awaitMint } from './wallet-requests.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const COIN = { name: 'Demo Coin', symbol: 'DEMO', decimals: 6 }
const MINTED: HistoryEntry = {
  kind: 'mint',
  standard: 'erc20',
  tokenAddress: TOKEN,
  allowed: true,
  token: COIN,
  counterparty: '0x0000000000000000000000000000000000000000',
  amount: '100000000',
  blockNumber: '8',
  logIndex: 0,
  itemIndex: 0,
  minedAtDatetime: '2026-11-21T12:00:00.000Z',
  transactionHash: `0x${'ab'.repeat(32)}`,
}

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

test('behavior: after the faucet, a wallet shows the balance and the movement, although the index is later', async () => {
  let isMinted = false
  let block = 7
  let readsSinceMint = 0
  serve((request) => {
    if (request.includes('/balances')) {
      block += 1
      const amount = isMinted ? '100000000' : '0'
      const coins = [{ ...COIN, tokenAddress: TOKEN, allowed: true, amount }]
      const items = { collectibles: [], multiTokens: [] }
      return { address: ADDRESS, coins, ...items, asOfBlock: String(block) } satisfies Balances
    }
    if (request.includes('/transactions')) return []
    if (!request.includes('/history')) return undefined
    if (isMinted) readsSinceMint += 1
    return readsSinceMint > 1 ? [MINTED] : []
  })
  page = await renderPage(
    <>
      <BalanceCard address={ADDRESS} />
      <ActivityCard address={ADDRESS} />
    </>,
  )
  await page.shows(() => page.text().includes('No tokens yet') && page.text().includes('No transactions yet'))
  isMinted = true
  await act(() => awaitMint(page.queryClient))
  await page.shows(() => page.text().includes('Minted 100 DEMO'))
  expect(page.text()).toContain('Demo Coin')
})
