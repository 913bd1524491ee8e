import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AccountPage } from '#web/console/features/account/account-page.tsx'
import { AuditPage } from '#web/console/features/audit/audit-page.tsx'
import { PoliciesPage } from '#web/console/features/policies/policies-page.tsx'
import { TokensPage } from '#web/console/features/tokens/tokens-page.tsx'
import { UsagePage } from '#web/console/features/usage/usage-page.tsx'
import { NewWalletPage } from '#web/console/features/wallets/new-wallet-page.tsx'
import { act } from '#web/console/testing/act.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { AT, exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import { SendPage } from './send-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TransactionPage } from './transaction-page.tsx'
import { TransactionsPage } from './transactions-page.tsx'
import { WalletActivityPage, WalletPage } from './wallet-page.tsx'

// Loads the module before the tests, because the tests do not wait long enough for it.
await import('./overview-content.tsx')

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TRANSFER = `0xa9059cbb${'8617e340b3d01fa5f11f306f4090fd50e238070d'.padStart(64, '0')}${(25_000_000).toString(16).padStart(64, '0')}`
const SENT = exampleTransaction({
  status: 'CONFIRMED',
  toAddress: TOKEN,
  data: TRANSFER,
  externalUserId: '',
})
const ID = SENT.transactionUuid
const FEE = { tokenAddress: TOKEN, amountPerTransaction: '250000', withdrawAddress: WALLET }
const COUNT = { count: 0, before: 0 }
const DAY = { confirmed: 1, failed: 0, declined: 0, expired: 0, open: 0 }

/** Responses of the server by path, without the query. */
const ANSWERS: Record<string, unknown> = {
  '/api/baas/tokens/allowed': [
    { id: '1', address: TOKEN, symbol: 'DEMO', name: 'Demo', decimals: 6, logoUrl: '' },
  ],
  '/api/org/tokens': [
    {
      id: '1',
      address: TOKEN,
      symbol: 'DEMO',
      name: 'Demo',
      decimals: 6,
      logoUrl: '',
      standard: 'erc20',
      origin: 'default',
      removed: false,
      addedAtDatetime: AT,
    },
  ],
  '/api/addresses': [],
  '/api/baas/wallets': [
    {
      id: ID,
      address: WALLET,
      label: 'Treasury',
      externalUserId: '',
      externalUserLabel: '',
      createdAtDatetime: AT,
    },
  ],
  '/api/baas/config': { ...CONFIG, fee: FEE },
  '/api/org/fees': { fee: FEE },
  '/api/org/policies': [
    {
      id: ID,
      name: 'Limit',
      walletAddress: null,
      rule: { kind: 'transaction-limit', tokenAddress: TOKEN, amount: '25000000' },
      enabled: true,
      createdAtDatetime: AT,
      updatedAtDatetime: AT,
    },
  ],
  '/api/org/transactions': [SENT],
  [`/api/org/transactions/${ID}/timeline`]: {
    transaction: SENT,
    requester: { apiKey: { id: ID, label: 'Console' } },
    steps: [{ kind: 'submitted', atDatetime: AT }],
    deliveries: [],
  },
  [`/api/baas/wallets/${WALLET}/history`]: [
    {
      blockNumber: '1',
      logIndex: 0,
      itemIndex: 0,
      kind: 'in',
      tokenAddress: TOKEN,
      counterparty: WALLET,
      amount: '25000000',
      allowed: false,
      minedAtDatetime: AT,
      transactionHash: `0x${'ab'.repeat(32)}`,
    },
  ],
  [`/api/baas/wallets/${WALLET}/balances`]: { address: WALLET, coins: [], allowances: [], operators: [] },
  [`/api/org/wallets/${WALLET}/approver`]: { state: 'none' },
  '/api/org/overview': {
    wallets: { count: 1, createdInMonth: 1, unprotected: 0 },
    transactions: { day: COUNT, month: COUNT },
    failed: { day: COUNT },
    pending: { count: 0, oldestDatetime: null },
    sent: [],
    gas: { spentWei: '0', beforeWei: '0' },
    relayer: null,
    webhooks: { working: 0, failing: 0, stopped: 0 },
  },
  '/api/org/alerts': [],
  '/api/sandbox': null,
  '/api/org/keys': [],
  '/api/first-steps': { wallet: WALLET, integration: false, apiKey: false, recoveryCodes: false },
  '/api/org/domains': [
    { id: ID, domain: 'localhost', rpIdHash: `0x${'ab'.repeat(32)}`, verifiedAtDatetime: AT },
  ],
  '/api/account/recovery-codes': { left: 0, createdAtDatetime: null },
  '/api/org/usage': {
    days: [
      {
        day: '2026-11-21',
        transactions: DAY,
        walletsCreated: 0,
        apiRequests: 0,
        gasWei: '0',
        fees: [{ tokenAddress: TOKEN, amount: '25000000' }],
      },
    ],
    gasBudgetWeiPerDay: null,
  },
}

type Place = { page: ReactNode; pattern?: string; at?: string }
const wallet = (page: ReactNode): Place => ({ page, pattern: '/wallets/:address', at: `/wallets/${WALLET}` })
const PLACES = {
  policies: { page: <PoliciesPage /> },
  transactions: { page: <TransactionsPage /> },
  transaction: { page: <TransactionPage />, pattern: '/t/:transactionUuid', at: `/t/${ID}` },
  overview: { page: <OverviewPage /> },
  wallet: wallet(<WalletPage />),
  activity: wallet(<WalletActivityPage />),
  send: wallet(<SendPage />),
  usage: { page: <UsagePage /> },
  settings: { page: <SettingsPage /> },
  'new wallet': { page: <NewWalletPage /> },
  tokens: { page: <TokensPage /> },
  audit: { page: <AuditPage /> },
  account: { page: <AccountPage /> },
} satisfies Record<string, Place>

const TOKENS = 'Token names and decimals could not be loaded'
const NAMES = 'Names of addresses could not be loaded'
const ROWS: [place: keyof typeof PLACES, failing: string, notice: string][] = [
  ['policies', '/api/baas/tokens/allowed', TOKENS],
  ['transactions', '/api/baas/tokens/allowed', TOKENS],
  ['transactions', '/api/addresses', NAMES],
  ['transactions', '/api/baas/config', 'The network could not be loaded'],
  ['transaction', '/api/baas/tokens/allowed', TOKENS],
  ['overview', '/api/org/alerts', 'Alerts could not be loaded'],
  ['overview', '/api/baas/tokens/allowed', TOKENS],
  ['overview', '/api/addresses/lookup', NAMES],
  ['overview', '/api/first-steps', 'The steps to get started could not be loaded'],
  ['wallet', '/api/baas/tokens/allowed', TOKENS],
  ['wallet', '/api/org/policies', 'The policies could not be loaded'],
  ['wallet', `/api/org/wallets/${WALLET}/approver`, 'The wallet’s protection could not be loaded'],
  ['wallet', '/api/sandbox', 'The sandbox’s details could not be loaded'],
  ['activity', '/api/baas/tokens/allowed', TOKENS],
  ['send', '/api/org/fees', 'The transaction fee could not be loaded'],
  ['send', `/api/baas/wallets/${WALLET}/balances`, 'The wallet’s balances and approvals could not be loaded'],
  ['send', `/api/baas/wallets/${WALLET}/history`, 'Earlier recipients could not be loaded'],
  ['usage', '/api/baas/tokens/allowed', TOKENS],
  ['settings', '/api/org/tokens', 'Something went wrong on the server'],
  ['new wallet', '/api/baas/tokens/allowed', TOKENS],
  ['new wallet', '/api/org/domains', 'The domains could not be loaded'],
  ['tokens', '/api/baas/tokens/allowed', TOKENS],
  ['audit', '/api/audit/facets', 'The filter choices could not be loaded'],
  ['account', '/api/account/identity', 'Your account at the identity provider could not be loaded'],
]

let leave = async () => {}
afterEach(() => leave())

const readPath = (request: string) => request.slice(request.indexOf(' ') + 1).split('?')[0] ?? ''
const failure = () =>
  Response.json({ statusCode: 500, content: { code: 'INTERNAL', message: 'boom' } }, { status: 500 })

function openDetails(place: HTMLElement): void {
  for (const closed of place.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
    closed.open = true
    closed.dispatchEvent(new Event('toggle'))
  }
}

/** 25 or 0.25 DEMO in base units without the words "base units". */
const GUESSED = /(25,?000,?000|250,?000)(?!\d| base units)/

test.each(ROWS)('error: %s without %s → says so next to the other data', async (place, failing, notice) => {
  serve((request) => (readPath(request) === failing ? failure() : ANSWERS[readPath(request)]))
  const { page, ...route } = PLACES[place] satisfies Place
  const shown = await renderPage(page, route)
  leave = shown.leave
  const alerts = () => [...shown.place.querySelectorAll('[role=status], [role=alert]')]
  await shown.shows(() => {
    // The wallet's policies are read once the strip with its protection is open.
    openDetails(shown.place)
    return alerts().some(({ textContent }) => textContent.includes(notice))
  })
  expect(shown.text()).not.toMatch(GUESSED)
  expect(shown.text()).not.toContain('not on the organization’s list')
})

test('behavior: “Try again” removes the notice and shows amounts in human units', async () => {
  let isFailing = true
  const tokens = '/api/baas/tokens/allowed'
  serve((request) => (isFailing && readPath(request) === tokens ? failure() : ANSWERS[readPath(request)]))
  const shown = await renderPage(<PoliciesPage />)
  leave = shown.leave
  await shown.shows(() => shown.text().includes(TOKENS))
  await shown.shows(() => shown.text().includes('25,000,000 base units of 0x5FbD…0aa3'))
  isFailing = false
  const retry = [...shown.place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Try again',
  )
  await act(async () => retry?.click())
  await shown.shows(() => shown.text().includes('25 DEMO'))
  expect(shown.text()).not.toContain(TOKENS)
})

function withResolvers() {
  let resolve: (response: Response) => void = () => undefined
  const promise = new Promise<Response>((done) => {
    resolve = done
  })
  return { promise, resolve: (response: Response) => resolve(response) }
}

test.each(['policies', 'transactions', 'transaction', 'usage'] as const)(
  'behavior: %s shows a skeleton while the tokens load, and no amount in base units',
  async (place) => {
    const { promise: pending, resolve: answer } = withResolvers()
    const asked = serve((request) => ANSWERS[readPath(request)])
    const serveOthers = globalThis.fetch
    globalThis.fetch = (url, init) => (url === '/api/baas/tokens/allowed' ? pending : serveOthers(url, init))
    const { page, ...route } = PLACES[place] satisfies Place
    const shown = await renderPage(page, route)
    leave = shown.leave
    await shown.shows(() => asked.length > 1)
    expect(shown.text()).not.toContain('base units')
    await act(async () =>
      answer(Response.json({ statusCode: 200, content: ANSWERS['/api/baas/tokens/allowed'] })),
    )
    await shown.shows(() => shown.text().includes('DEMO'))
  },
)
