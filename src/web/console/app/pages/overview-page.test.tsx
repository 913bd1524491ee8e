import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Alert } from '#protocol/alerts.ts'
import { WALLETS_COUNTED_MAX, type Overview } from '#protocol/overview.ts'
import { RequireSession } from '#web/console/app/app.tsx'
import { createRefresher } from '#web/console/lib/live-queries.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { act } from '#web/console/testing/act.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { pollRendered } from '#web/console/testing/render-page.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { OverviewPage } from './overview-page.tsx'

// Loads the module before the tests, because the tests do not wait long enough for it.
await import('./overview-content.tsx')

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
const NO_OUTCOMES = { confirmed: 0, failed: 0, declined: 0, expired: 0, open: 0 }
function day(name: string, outcomes: object, amount: string) {
  const sent = [{ tokenAddress: COIN, amount }]
  return { day: name, transactions: { ...NO_OUTCOMES, ...outcomes }, sent }
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
  days: [
    day('2026-11-28', { confirmed: 3 }, '2000000'),
    day('2026-11-29', { confirmed: 2, failed: 1, expired: 1 }, '500000'),
  ],
}
const STEPS = { wallet: COIN, integration: true, apiKey: true, recoveryCodes: true }
const LACKS = { message: 'The service does not offer this', code: 'UPSTREAM_LACKS' }

/** Status and content of the server's response. */
let overview: { status: number; content: unknown }
let wallets: unknown[]
let alerts: Alert[]
let transactions: unknown[]
let asked: string[] = []

beforeEach(() => {
  wallets = [WALLET]
  alerts = []
  transactions = [exampleTransaction({ status: 'CONFIRMED' })]
  asked = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    const answer = (status: number, content: unknown) =>
      Response.json({ statusCode: status, content }, { status })
    asked.push(`${url.pathname}${url.search}`)
    if (url.pathname === '/api/session') return answer(200, SIGNED_IN)
    if (url.pathname === '/api/baas/config') return answer(200, CONFIG)
    if (url.pathname === '/api/baas/wallets') return answer(200, wallets)
    if (url.pathname === '/api/org/alerts') return answer(200, alerts)
    if (url.pathname === '/api/sandbox') return answer(200, null)
    if (url.pathname === '/api/first-steps') return answer(200, STEPS)
    if (url.pathname === '/api/org/transactions') return answer(200, transactions)
    if (url.pathname === '/api/addresses/lookup') return answer(200, { addresses: [], wallets: 'checked' })
    if (url.pathname !== '/api/org/overview') return answer(200, [])
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
  await pollRendered(() => place.querySelector('ul[aria-label="Key figures"] li')).not.toBeNull()
  // The chain is loaded after the numbers.
  await pollRendered(() => place.textContent).not.toContain('native')
  const tiles = [...place.querySelectorAll('ul[aria-label="Key figures"] > li')].map((tile) => ({
    text: [...tile.querySelectorAll('a > span, p')].map((part) => part.textContent).join(' | '),
    to: tile.querySelector('a')?.getAttribute('href'),
    isAlarm: tile.querySelector('[role=img]') !== null,
  }))
  return { place, queryClient, tiles }
}

const purpose = (place: Element) => place.querySelector('header > div:last-child')?.textContent

test('behavior: six numbers link to exactly their items, each with its trend in words', async () => {
  const { place, tiles } = await open(CALM)
  expect(tiles.map(({ text, to }) => [text, to])).toEqual([
    ['Transactions, last 24 hours | 12 | +4 vs previous 24 h', '/transactions?time=day'],
    ['Failed, last 24 hours | 0 | No change', '/transactions?status=FAILED&time=day'],
    ['Waiting for approval | 0 | No pending approvals', '/transactions/pending'],
    ['Wallets | 12,408 | +1,204 in 30 days', '/wallets'],
    ['Webhooks | 2 of 2 | All endpoints receive events', '/webhooks'],
    ['Gas, last 30 days | 1.5 ETH | −0.5 ETH vs previous 30 daysRelayer funds last 48 days', '/usage'],
  ])
  expect(tiles.some(({ isAlarm }) => isAlarm)).toBe(false)
  expect(purpose(place)).toBe('Nothing needs attention')
})

test('behavior: one chart has the transactions and the sent amounts by day, and draws the chosen measure', async () => {
  const { place } = await open(CALM)
  const legend = () => place.querySelector('figure > div')?.textContent
  const day = '340 transactions · −1,020 vs previous 30 days'
  expect(place.textContent).toContain(day)
  expect(legend()).toBe('Whole periodConfirmed5Failed1Declined or expired1USDC sent2.5 USDCWETH sent0 WETH')
  const measure = place.querySelector('select')
  expect([...(measure?.options ?? [])].map(({ text }) => text)).toEqual([
    'Transactions',
    'USDC sent',
    'WETH sent',
  ])
  await act(async () => {
    if (measure !== null) measure.value = COIN
    measure?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(legend()).toBe('Whole periodUSDC sent2.5 USDCTransactions7WETH sent0 WETH')
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
    'Failed, last 24 hours | 3 | −1 vs previous 24 h',
    'Webhooks | 1 of 4 | 2 failing, 1 disabled after failures',
    'Gas, last 30 days | 1.5 ETH | −0.5 ETH vs previous 30 daysThe relayer needs funds soon',
  ])
  expect(tiles[3]?.text).toBe('Wallets | 100,000+ | +1,204 in 30 days38 unprotected')
  expect(place.querySelector('li p a')?.getAttribute('href')).toBe('/wallets?approver=missing')
  expect(tiles[2]?.text).toBe('Waiting for approval | 7 | Oldest: 8 minutes ago')
  expect(purpose(place)).toBe('4 items need attention')
})

const raised = (kind: Alert['kind'], isAcknowledged = false): Alert => ({
  id: kind,
  kind,
  subject: '',
  name: '',
  raisedAtDatetime: WALLET.createdAtDatetime,
  ...(isAcknowledged && { acknowledgement: { name: 'Ada', atDatetime: WALLET.createdAtDatetime } }),
})

test.each<[what: string, raised: Alert[], purpose: string]>([
  ['none', [], '1 item needs attention'],
  ['one about the same fact', [raised('failure-spike')], '1 item needs attention'],
  ['another one', [raised('failure-spike'), raised('admin-added')], '2 items need attention'],
  ['an acknowledged one about the same fact', [raised('failure-spike', true)], 'Nothing needs attention'],
  [
    'another acknowledged one',
    [raised('failure-spike', true), raised('admin-added', true)],
    'Nothing needs attention',
  ],
  [
    'an acknowledged and an open one',
    [raised('admin-added', true), raised('key-added')],
    '2 items need attention',
  ],
])(
  'behavior: failures today and %s among the alerts → each fact counts once',
  async (_, listed, expected) => {
    alerts = listed
    const { place } = await open({ ...CALM, failed: { day: { count: 5, before: 0 } } })
    await pollRendered(() => purpose(place)).toBe(expected)
  },
)

test('behavior: the newest ten transactions are sentences, with their state unless it is confirmed', async () => {
  transactions = Array.from({ length: 12 }, (_, index) =>
    exampleTransaction({
      transactionUuid: `2f3f1f7e-7a52-4c6c-9a53-${String(index).padStart(12, '0')}`,
      status: index === 0 ? 'FAILED' : 'CONFIRMED',
      walletLabel: 'Treasury',
      externalUserId: '',
      requestedBy: { id: 'ada', name: 'Ada' },
      value: '1000000000000000000',
    }),
  )
  const { place } = await open(CALM)
  const rows = () => [...place.querySelectorAll('ol[aria-label="Recent transactions"] > li')]
  await pollRendered(() => rows().length).toBe(10)
  expect(rows()[0]?.textContent).toMatch(/^Ada asked to send 1 ETH from Treasury to .*Failed/)
  expect(rows()[1]?.textContent).toMatch(/^Ada sent 1 ETH from Treasury to /)
  expect(rows()[1]?.textContent).not.toContain('Confirmed')
  expect([...(rows()[1]?.querySelectorAll('a') ?? [])].at(-1)?.getAttribute('href')).toBe(
    '/transactions/2f3f1f7e-7a52-4c6c-9a53-000000000001',
  )
})

test('error: a hosted service without these numbers has those of the specification, and no zeros', async () => {
  wallets = [WALLET, { ...WALLET, id: '2' }]
  const { place, tiles } = await open(null)
  expect(tiles.map(({ text }) => text)).toEqual(['Wallets | 2 | '])
  expect(place.textContent).toContain('The hosted service does not report more numbers.')
  expect(place.textContent).not.toContain('Failed')
  expect(place.textContent).not.toContain('needs attention')
})

test('behavior: the page needs at most twelve requests, and none twice', async () => {
  await open(CALM)
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  // The shell also requests the session, the live events, the pending transactions and the sandbox.
  expect(asked.length).toBeLessThanOrEqual(12 - 4)
})

test('behavior: every live event refetches the numbers', async () => {
  const { queryClient } = await open(CALM)
  const count = () => asked.filter((path) => path === '/api/org/overview').length
  for (const type of ['wallet.created', 'transaction.submitted', 'approver.enrolled'] as const) {
    const before = count()
    const refresher = createRefresher((query) => void queryClient.invalidateQueries({ queryKey: [query] }))
    await act(async () => refresher.onEvent(type))
    await pollRendered(count).toBeGreaterThan(before)
    refresher.stop()
  }
})
