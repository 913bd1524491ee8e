import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WALLETS_COUNTED_MAX, type Overview } from '#protocol/overview.ts'
import { RequireSession } from '#web/console/app/app.tsx'
import { createRefresher } from '#web/console/lib/live-queries.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { OverviewPage } from './overview-page.tsx'

const COIN = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER_COIN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const WALLET = {
  id: '1',
  address: COIN,
  label: 'Treasury',
  externalUserId: '',
  externalUserLabel: '',
  createdAtDatetime: '2026-11-20T00:00:00.000Z',
}
const CALM: Overview = {
  wallets: { count: 12_408, createdInMonth: 1_204, unprotected: 0 },
  transactions: { day: { count: 12, before: 8 }, month: { count: 340, before: 1_360 } },
  failed: { day: { count: 0, before: 0 } },
  pending: { count: 0, oldestDatetime: null },
  sent: [
    { tokenAddress: COIN, symbol: 'USDC', decimals: 6, amount: '1240500123456' },
    { tokenAddress: OTHER_COIN, symbol: 'WETH', decimals: 18, amount: '1' },
  ],
  gas: { spentWei: '1500000000000000000', beforeWei: '2000000000000000000' },
  relayer: { balanceWei: '1', daysLeft: 48, state: 'enough' },
  webhooks: { working: 2, failing: 0, stopped: 0 },
}
const NO_CODES = { left: 0, createdAtDatetime: null }
const LACKS = { message: 'The service does not offer this', code: 'UPSTREAM_LACKS' }

/** Status and content of the server's response. */
let overview: { status: number; content: unknown }
let wallets: unknown[]
let alerts: unknown[]
let asked = 0

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  wallets = [WALLET]
  alerts = []
  asked = 0
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    const answer = (status: number, content: unknown) =>
      Response.json({ statusCode: status, content }, { status })
    if (url.pathname === '/api/session') return answer(200, SIGNED_IN)
    if (url.pathname === '/api/baas/config') return answer(200, CONFIG)
    if (url.pathname === '/api/baas/wallets') return answer(200, wallets)
    if (url.pathname === '/api/org/alerts') return answer(200, alerts)
    if (url.pathname === '/api/sandbox') return answer(200, null)
    if (url.pathname === '/api/account/recovery-codes') return answer(200, NO_CODES)
    if (url.pathname !== '/api/org/overview') return answer(200, [])
    asked += 1
    return answer(overview.status, overview.content)
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function open(numbers: Overview | null) {
  overview = numbers === null ? { status: 501, content: LACKS } : { status: 200, content: numbers }
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery().queryKey, SIGNED_IN)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Routes>
            <Route element={<RequireSession />}>
              <Route path="/" element={<OverviewPage />} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  await act(() => expect.poll(() => place.querySelector('ul[aria-label=Numbers] li')).not.toBeNull())
  // The chain is loaded after the numbers.
  await act(() => expect.poll(() => place.textContent).not.toContain('native'))
  const tiles = [...place.querySelectorAll('ul[aria-label=Numbers] > li')].map((tile) => ({
    text: [...tile.querySelectorAll('a > span, p')].map((part) => part.textContent).join(' | '),
    to: tile.querySelector('a')?.getAttribute('href'),
    isAlarm: tile.querySelector('[role=img]') !== null,
  }))
  return { place, queryClient, tiles }
}

const purpose = (place: Element) => place.querySelector('h1 + div')?.textContent

test('behavior: every number links to exactly its items and has its trend in words', async () => {
  const { place, tiles } = await open(CALM)
  expect(tiles.map(({ text, to }) => [text, to])).toEqual([
    ['Wallets | 12,408 | 1,204 created in the last 30 days', '/wallets'],
    ['Transactions, last 24 hours | 12 | 4 more than the 24 hours before', '/transactions?time=day'],
    ['Transactions, last 30 days | 340 | 1,020 fewer than the 30 days before', '/transactions?time=month'],
    ['Waiting for approval | 0 | No pending approvals', '/transactions/pending'],
    ['Failed, last 24 hours | 0 | As many as the 24 hours before', '/transactions?status=FAILED&time=day'],
    [
      'Unprotected wallets | 0 | No wallet belongs to an end-user who has not enrolled',
      '/wallets?approver=missing',
    ],
    ['Webhooks | 2 of 2 | All endpoints receive events', '/webhooks'],
    [
      'Gas, last 30 days | 1.5 ETH | 0.5 ETH less than the 30 days beforeAt the pace of recent days, the relayer’s funds last for 48 days',
      '/usage',
    ],
  ])
  expect(tiles.some(({ isAlarm }) => isAlarm)).toBe(false)
  expect(purpose(place)).toBe('Nothing in Demo needs your attention.')
})

test('behavior: lists each token with its exact amount in its own decimals', async () => {
  const { place } = await open(CALM)
  const rows = [...place.querySelectorAll('section li.relative')].filter((row) =>
    /USDC|WETH/.test(row.textContent),
  )
  expect(rows.map((row) => row.querySelector('button')?.textContent)).toEqual([
    '1,240,500.123456 USDC',
    '0.000000000000000001 WETH',
  ])
  expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual(
    [COIN, OTHER_COIN].map((token) => `/transactions?token=${token}&status=CONFIRMED&time=month`),
  )
})

test('behavior: marks, names and counts what needs attention', async () => {
  const oldestDatetime = new Date(Date.now() - 8.5 * 60_000).toISOString()
  const { place, tiles } = await open({
    ...CALM,
    wallets: { ...CALM.wallets, count: WALLETS_COUNTED_MAX, unprotected: 38 },
    failed: { day: { count: 3, before: 4 } },
    pending: { count: 7, oldestDatetime },
    relayer: { balanceWei: '1', daysLeft: 0, state: 'low' },
    webhooks: { working: 1, failing: 2, stopped: 1 },
  })
  const marked = tiles.filter(({ isAlarm }) => isAlarm).map(({ text }) => text)
  expect(marked).toEqual([
    'Failed, last 24 hours | 3 | 1 fewer than the 24 hours before',
    'Unprotected wallets | 38 | End-users not enrolled: sent without their approval',
    'Webhooks | 1 of 4 | 2 failing, 1 stopped after failures',
    'Gas, last 30 days | 1.5 ETH | 0.5 ETH less than the 30 days beforeThe relayer needs funds soon',
  ])
  expect(tiles[0]?.text).toContain('Wallets | 100,000+ |')
  expect(tiles[3]?.text).toBe('Waiting for approval | 7 | The oldest: 8 minutes ago')
  expect(purpose(place)).toBe('In Demo, 4 things need your attention.')
})

test('behavior: an alert needs attention and counts once if a number shows it too', async () => {
  const alert = { subject: '', name: '', raisedAtDatetime: WALLET.createdAtDatetime }
  alerts = ['admin-added', 'failure-spike'].map((kind) => ({ ...alert, id: kind, kind }))
  const { place } = await open({ ...CALM, failed: { day: { count: 5, before: 0 } } })
  await act(() => expect.poll(() => purpose(place)).toBe('In Demo, 2 things need your attention.'))
})

test('error: a hosted service without these numbers has those of the specification, and no zeros', async () => {
  wallets = [WALLET, { ...WALLET, id: '2' }]
  const { place, tiles } = await open(null)
  expect(tiles.map(({ text }) => text)).toEqual(['Wallets | 2 | '])
  expect(place.textContent).toContain('The hosted service does not report more numbers.')
  expect(place.textContent).not.toContain('Failed')
})

test('behavior: an organization without wallets sees “Get started” first', async () => {
  wallets = []
  const { place } = await open({
    ...CALM,
    wallets: { count: 0, createdInMonth: 0, unprotected: 0 },
    sent: [],
  })
  await act(() => expect.poll(() => place.textContent).toContain('Get started'))
  const texts = place.textContent
  expect(texts.indexOf('Get started')).toBeLessThan(texts.indexOf('Transactions, last 24 hours'))
  expect(texts).not.toContain('Sent, last 30 days')
})

test('behavior: every live event refetches the numbers', async () => {
  const { queryClient } = await open(CALM)
  for (const type of ['wallet.created', 'transaction.submitted', 'approver.enrolled'] as const) {
    const before = asked
    const refresher = createRefresher((query) => void queryClient.invalidateQueries({ queryKey: [query] }))
    await act(async () => refresher.onEvent(type))
    await act(() => expect.poll(() => asked).toBeGreaterThan(before))
    refresher.stop()
  }
})
