import { afterEach, expect, test } from 'vitest'
import type { ApiKey } from '#protocol/api-keys.ts'
import type { Integration } from '#protocol/console/integrations.ts'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import type { Domain } from '#protocol/domains.ts'
import type { Overview } from '#protocol/overview.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { OverviewPage } from './overview-page.tsx'

const AT = '2026-11-21T12:00:00.000Z'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const SHOP = 'http://shop.localhost:4001'
const SANDBOX: SandboxInfo = {
  inboxUrl: 'http://localhost:4000/sandbox/inbox',
  demoUrl: SHOP,
  chainId: 31337,
  tokens: { erc20: ADDRESS, erc721: ADDRESS, erc1155: ADDRESS },
}
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
}
const key = (id: string): ApiKey => ({
  id,
  label: id,
  start: `pk_live_${id}`,
  scopes: ['org:manage'],
  createdAtDatetime: AT,
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
})
const domain = (name: string, verifiedAtDatetime: string | null): Domain => ({
  id: name,
  domain: name,
  rpIdHash: `0x${'ab'.repeat(32)}`,
  verifiedAtDatetime,
})
const integration = (origin: string): Integration => ({
  id: origin,
  label: origin,
  start: 'sk_',
  origins: [origin],
  operations: ['create'],
  createdAtDatetime: AT,
  revokedAtDatetime: null,
  previousSecret: null,
})

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

/** The steps of “Get started” with the completed ones marked. */
async function steps(has: {
  domains: Domain[]
  integrations: Integration[]
  keys: ApiKey[]
  codes?: number
}) {
  serve((request) => {
    const [, path = ''] = /^GET ([^?]+)/.exec(request) ?? []
    const answers: Record<string, unknown> = {
      '/api/org/overview': NOTHING,
      '/api/baas/wallets': [],
      '/api/org/transactions': [],
      '/api/org/keys': has.keys,
      '/api/console-keys': ['own'],
      '/api/integrations': has.integrations,
      '/api/org/domains': has.domains,
      '/api/sandbox': SANDBOX,
      '/api/account/recovery-codes': { left: has.codes ?? 0, createdAtDatetime: null },
    }
    return answers[path]
  })
  page = await renderPage(<OverviewPage />)
  await page.shows(() => page.text().includes('Get started'))
  const list = [...page.place.querySelectorAll('ol > li')].map((item) => {
    const title = item.querySelector('a, p')?.textContent ?? ''
    return title.replace(' (done)', ' ✓')
  })
  const [count] = /\d of \d done/.exec(page.text()) ?? []
  return [count, ...list]
}

test('behavior: in a new sandbox, no step is done: the system’s key, shop and domains do not count', async () => {
  const seeded = {
    domains: [domain('localhost', AT), domain('shop.localhost', AT)],
    integrations: [integration(SHOP)],
    // The sandbox creates a key by itself, in addition to the console's.
    keys: [key('own'), { ...key('sandbox'), createdBy: null }],
  }
  expect(await steps(seeded)).toEqual([
    '0 of 5 done',
    'Create a wallet',
    'Receive and send tokens',
    'Connect your product',
    'Issue an API key',
    'Keep recovery codes',
  ])
})

test('behavior: steps done by people count, and a new organization needs a domain', async () => {
  const done = {
    domains: [domain('shop.example', AT)],
    integrations: [integration('https://shop.example')],
    keys: [key('own'), key('backend')],
    codes: 10,
  }
  expect(await steps(done)).toEqual([
    '4 of 6 done',
    'Add and verify a domain ✓',
    'Create a wallet',
    'Receive and send tokens',
    'Connect your product ✓',
    'Issue an API key ✓',
    'Keep recovery codes ✓',
  ])
  await page.leave()
  const [count, first] = await steps({
    domains: [domain('shop.example', null)],
    integrations: [],
    keys: [key('own')],
  })
  expect([count, first]).toEqual(['0 of 6 done', 'Add and verify a domain'])
})
