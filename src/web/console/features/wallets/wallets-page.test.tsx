import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SUMMARIZED_WALLETS_MAX, type WalletSummary } from '#protocol/wallet-summaries.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { listHoldings } from './wallet-summaries.ts'
import { WalletsPage } from './wallets-page.tsx'

const COIN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const OTHER_COIN = '0xde709f2102306220921060314715629080e2fb77'
const TOKENS = [
  { address: COIN, symbol: 'DEMO', decimals: 6 },
  { address: OTHER_COIN, symbol: 'GOLD', decimals: 0 },
]
const NOTHING: Omit<WalletSummary, 'address'> = {
  coins: [],
  nfts: 0,
  multiTokens: 0,
  isWhole: true,
  lastActivityDatetime: null,
  protection: 'none',
}
const DEMO = { tokenAddress: COIN, amount: '12500000' }
const GOLD = { tokenAddress: OTHER_COIN, amount: '3' }

describe('the holdings of a wallet', () => {
  test.each<[string, Partial<WalletSummary>, readonly string[] | undefined]>([
    ['nothing', {}, ['0 DEMO']],
    ['a coin', { coins: [DEMO] }, ['12.5 DEMO']],
    ['a tiny amount', { coins: [{ ...DEMO, amount: '1' }] }, ['< 0.0001 DEMO']],
    ['only an NFT', { nfts: 1 }, ['1 NFT']],
    [
      'everything',
      { coins: [DEMO, GOLD], nfts: 2, multiTokens: 1 },
      ['12.5 DEMO', '3 GOLD', '2 NFTs', '1 ERC-1155 token ID'],
    ],
    ['nothing that was read', { isWhole: false }, undefined],
  ])('param: %s', (_, summary, held) => {
    expect(listHoldings({ ...NOTHING, address: COIN, ...summary }, TOKENS)).toEqual(held)
  })

  test('param: nothing, of an empty token list → no amount', () => {
    expect(listHoldings({ ...NOTHING, address: COIN }, [])).toEqual([])
  })
})

const AT = '2026-11-21T12:00:00.000Z'
const wallet = (index: number): Wallet => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
  label: `Wallet number ${index}`,
  externalUserId: '',
  externalUserLabel: '',
  createdAtDatetime: AT,
})

let page: Awaited<ReturnType<typeof renderPage>>

/** Serves wallets, and summaries by the number of the wallet. */
function serveList(count: number, summarize: (index: number) => Partial<WalletSummary> | Response): string[] {
  return serve((request) => {
    const asked = new URL(request.slice('GET '.length), 'http://console.test')
    if (asked.pathname === '/api/baas/wallets')
      return Array.from({ length: count }, (_, index) => wallet(index))
    if (asked.pathname !== '/api/baas/wallets/summaries') return undefined
    const addresses = asked.searchParams.get('addresses')?.split(',') ?? []
    const found = addresses.map((address) => ({ address, summary: summarize(Number(address) - 1) }))
    const refused = found.find(({ summary }) => summary instanceof Response)
    if (refused !== undefined) return refused.summary
    return {
      tokens: TOKENS,
      wallets: found.map(({ address, summary }) => ({ ...NOTHING, address, ...summary })),
    }
  })
}

const summariesIn = (asked: readonly string[]) => asked.filter((request) => request.includes('/summaries'))

describe('the list', () => {
  beforeEach(() => void vi.stubGlobal('innerHeight', 200))
  afterEach(() => page.leave())

  test('behavior: each row has its balance, protection and last activity, from one request per group of rows', async () => {
    const asked = serveList(2 * SUMMARIZED_WALLETS_MAX, (index) =>
      index === 1
        ? { coins: [DEMO, GOLD], nfts: 1, protection: 'chain', lastActivityDatetime: AT }
        : { lastActivityDatetime: null },
    )
    page = await renderPage(<WalletsPage />)
    await page.shows(() => page.text().includes('12.5 DEMO'))
    const row = page.place.querySelector('tr[data-index="1"]')
    expect(row?.textContent).toMatch(/12\.5 DEMO \+2 more/)
    expect(row?.querySelector('[title="12.5 DEMO, 3 GOLD, 1 NFT"]')).not.toBeNull()
    expect(row?.textContent).toContain('Protected on the chain')
    expect(page.place.querySelector('tr[data-index="0"]')?.textContent).toMatch(
      /0 DEMO.*None yet.*Not protected/s,
    )
    const groups = summariesIn(asked).map((request) => decodeURIComponent(request).split(',').length)
    expect(groups.length).toBeLessThanOrEqual(2)
    expect(new Set(groups)).toEqual(new Set([SUMMARIZED_WALLETS_MAX]))
  })

  test('behavior: a value that the service could not read is unknown', async () => {
    serveList(1, () => ({ isWhole: false, lastActivityDatetime: undefined, protection: undefined }))
    page = await renderPage(<WalletsPage />)
    await page.shows(() => page.text().split('Unknown').length > 3)
    expect(page.text()).not.toMatch(/0 DEMO|None yet|Not protected/)
  })

  test('error: failed summaries are named above the list, and its cells are unknown', async () => {
    const failure = () =>
      Response.json({ statusCode: 500, content: { code: 'INTERNAL', message: 'boom' } }, { status: 500 })
    serveList(1, failure)
    page = await renderPage(<WalletsPage />)
    await page.shows(() => page.text().includes('Balances, last activity and protection of the wallets'))
    await page.shows(() => page.text().includes('Unknown'))
    expect(page.text()).toContain('Wallet number 0')
  })

  test('error: a hosted service without summaries → no such columns, and the list says so', async () => {
    const content = { code: 'UPSTREAM_LACKS', message: 'The service behind this console does not offer: it' }
    serveList(1, () => Response.json({ statusCode: 501, content }, { status: 501 }))
    page = await renderPage(<WalletsPage />)
    await page.shows(() => page.text().includes('The hosted service does not report balances'))
    const heads = [...page.place.querySelectorAll('th')].map(({ textContent }) => textContent)
    expect(heads).toEqual(['Wallet', 'Address', 'Created'])
    expect(page.text()).not.toContain('Balances, last activity and protection of the wallets')
  })
})
