import { afterEach, expect, test } from 'vitest'
import type { FirstSteps } from '#protocol/console/first-steps.ts'
import type { Overview } from '#protocol/overview.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { pollRendered, renderPage, serve } from '#web/console/testing/render-page.tsx'
import { OverviewPage } from './overview-page.tsx'

// Loads the module before the tests, because the tests do not wait long enough for it.
await import('./overview-content.tsx')

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const NONE = { count: 0, before: 0 }
const NOTHING: Overview = {
  wallets: { count: 0, createdInMonth: 0, unprotected: 0 },
  transactions: { day: NONE, month: NONE },
  failed: { day: NONE },
  pending: { count: 0, oldestDatetime: null },
  sent: [],
  gas: { spentWei: '0', beforeWei: '0' },
  relayer: { balanceWei: '1', daysLeft: null, state: 'enough' },
  webhooks: { working: 0, failing: 0, stopped: 0 },
  days: [],
}
const UNDONE: FirstSteps = { wallet: null, integration: false, apiKey: false, recoveryCodes: false }
const DONE: FirstSteps = {
  wallet: ADDRESS,
  domain: true,
  integration: true,
  apiKey: true,
  recoveryCodes: true,
}

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

async function open(steps: FirstSteps | undefined, transactions: readonly object[] = []) {
  serve((request) => {
    const [, path = ''] = /^GET ([^?]+)/.exec(request) ?? []
    const answers: Record<string, unknown> = {
      '/api/org/overview': { ...NOTHING, wallets: { ...NOTHING.wallets, count: steps?.wallet ? 1 : 0 } },
      '/api/org/transactions': transactions,
      '/api/org/alerts': [],
      '/api/baas/wallets/allowed-tokens': [],
      '/api/baas/tokens/allowed': [],
      '/api/first-steps': steps,
    }
    return answers[path]
  })
  page = await renderPage(<OverviewPage />)
  await pollRendered(() => page.text()).toContain('Recent transactions')
}

/** The steps of “Get started” with the completed ones marked. */
function listSteps() {
  const list = [...page.place.querySelectorAll('section:first-of-type ol > li')].map((item) =>
    (item.querySelector('a, p')?.textContent ?? '').replace(' (done)', ' ✓'),
  )
  const [count] = /\d of \d done/.exec(page.text()) ?? []
  return [count, ...list]
}

test('behavior: a new organization is invited to create its first wallet, and sees no zeros', async () => {
  await open(UNDONE)
  expect(listSteps()).toEqual([
    '0 of 5 done',
    'Create a wallet',
    'Receive and send tokens',
    'Connect your product',
    'Issue an API key',
    'Keep recovery codes',
  ])
  expect(page.text()).toContain('Create the first wallet')
  expect(page.text()).not.toContain('last 24 hours')
  expect(page.text()).not.toContain('Last 30 days')
})

test('behavior: an organization with a wallet is invited to send its first transaction from it', async () => {
  await open({ ...UNDONE, domain: false, wallet: ADDRESS })
  expect(listSteps()).toEqual([
    '1 of 6 done',
    'Add and verify a domain',
    'Create a wallet ✓',
    'Receive and send tokens',
    'Connect your product',
    'Issue an API key',
    'Keep recovery codes',
  ])
  const invitation = [...page.place.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'Send the first transaction',
  )
  expect(invitation?.getAttribute('href')).toBe(`/wallets/${ADDRESS}`)
})

test('behavior: with every step done, the list is gone and the numbers are displayed', async () => {
  await open(DONE, [exampleTransaction({ status: 'CONFIRMED' })])
  expect(page.text()).not.toContain('Get started')
  await pollRendered(() => page.text()).toContain('Transactions, last 24 hours')
})

test('error: unknown steps are not displayed as undone', async () => {
  await open(undefined)
  expect(page.text()).not.toContain('Get started')
  expect(page.text()).toContain('No transactions yet')
})
