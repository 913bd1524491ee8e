import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TokenMark } from '#web/console/components/token-mark.tsx'
import { DomainsPage } from '#web/console/features/domains/domains-page.tsx'
import { TokensPage } from '#web/console/features/tokens/tokens-page.tsx'
import { ActivityCard } from '#web/console/features/transactions/activity-card.tsx'
import { NewWalletPage } from '#web/console/features/wallets/new-wallet-page.tsx'
import { ConsoleWidget } from '#web/console/lib/widget-gate.tsx'
import { renderPage, serve, type Answers } from '#web/console/testing/render-page.tsx'
import { PendingTransactionsPage, TransactionsPage } from './transactions-page.tsx'

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
let page: Awaited<ReturnType<typeof renderPage>> | undefined
afterEach(() => page?.leave())

/**
 * Responses of the console's server if the hosted service has only the endpoints of the specification. The chain is
 * unknown.
 */
const lacks: Answers = (request) => {
  if (request === 'GET /api/baas/tokens/allowed') return []
  if (request.startsWith('GET /api/baas/transactions')) return []
  const content = { code: 'UPSTREAM_LACKS', message: 'The service behind this console does not offer: it' }
  return Response.json({ statusCode: 501, content }, { status: 501 })
}

async function show(content: ReactNode, text: string) {
  serve(lacks)
  page = await renderPage(content)
  const { text: read, shows, place } = page
  await shows(() => read().includes(text))
  return { place, text: read() }
}

test.each<[string, () => ReactNode]>([
  ['the page of a new wallet', () => <NewWalletPage />],
  [
    'a page with the widget',
    () => <ConsoleWidget session={{ operations: ['transfer'] }} flow="send" wallet-address={WALLET} />,
  ],
])('error: %s asks the administrator to set the chain, in the words of the settings', async (_, render) => {
  const { place } = await show(render(), 'UPSTREAM_CHAIN_ID and UPSTREAM_FACTORY')
  expect(place.querySelectorAll('form, latchkey-wallet')).toHaveLength(0)
})

test.each<[string, () => ReactNode]>([
  ['the transactions', () => <TransactionsPage />],
  ['the pending transactions', () => <PendingTransactionsPage />],
  ['the activity of a wallet', () => <ActivityCard address={WALLET} />],
])('error: %s do not read as empty if the service has no list', async (_, render) => {
  const { text } = await show(render(), 'No transactions to display')
  expect(text).toContain('Look up all others at the service.')
  expect(text).not.toMatch(/No transactions yet|No pending approvals/)
})

test('error: transactions that the service lacks are reported even if the tokens arrive later', async () => {
  serve((request) => lacks(request.replace('/baas/transactions', '/org/lacking')))
  const answer = globalThis.fetch
  let answerTokens: (tokens: Response) => void = () => undefined
  const tokens = new Promise<Response>((resolve) => (answerTokens = resolve))
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/api/baas/tokens/allowed' ? tokens : answer(url, init),
  )
  page = await renderPage(<PendingTransactionsPage />)
  const { text, shows, queryClient } = page
  await shows(() =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['transactions'] })
      .some(({ state }) => state.status === 'error'),
  )
  answerTokens(Response.json({ statusCode: 200, content: [] }))
  await shows(() => text().includes('Not available from this service'))
})

test('error: no domain can be entered if the service has no domains', async () => {
  const { place } = await show(<DomainsPage />, 'Not available from this service')
  expect(place.querySelectorAll('form')).toHaveLength(0)
})

test('error: tokens can be looked up but not added', async () => {
  const { text } = await show(<TokensPage />, 'Look up a token')
  expect(text).not.toContain('Add a token')
})

test.each([
  ['https://tokens.example/a.png', true],
  ['data:image/png;base64,AAAA', true],
  ['/logo.png', true],
  [`${window.location.origin}/logo.png`, true],
  ['http://tokens.example/a.png', false],
  ['ipfs://Qm/a.png', false],
  ['javascript:alert(1)', false],
  ['http://[', false],
  ['', false],
])('param: loads a logo at %j: %s', async (logoUrl, isLoaded) => {
  page = await renderPage(<TokenMark symbol="DEMO" logoUrl={logoUrl} />)
  expect(page.place.querySelectorAll('img')).toHaveLength(isLoaded ? 1 : 0)
  expect(page.text()).toBe(isLoaded ? '' : 'D')
})
