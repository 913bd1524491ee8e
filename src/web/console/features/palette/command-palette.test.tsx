import { afterEach, expect, test, vi } from 'vitest'
import type { SearchResult } from '#protocol/console/search.ts'
import type { OrganizationTransaction } from '#protocol/organization-transactions.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import { answerRequests, renderLive, typeInto } from '#web/console/testing/render-live.tsx'
import { CommandPalette } from './command-palette.tsx'
import { matchItems } from './match-items.ts'
import { listActions } from './palette-actions.ts'

const TOKEN = '0x57079a9b144ca7b3c1a3cd9f8e1bb2b4e2f9a1c3'
const WALLET = {
  id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  address: '0x27b1FdB04752bbc536007A920D24ACB045561c26',
  label: 'Treasury',
  externalUserId: '',
  externalUserLabel: '',
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const NOTHING: SearchResult = {
  wallets: [],
  transactions: [],
  apiKeys: [],
  members: [],
  addresses: [],
  integrations: [],
  webhooks: [],
  policies: [],
  failed: [],
}
const FOUND: SearchResult = {
  ...NOTHING,
  wallets: [{ address: WALLET.address, label: 'Treasury', externalUserLabel: '' }],
  members: [{ id: 'ada', name: 'Treasurer Ada', role: 'admin' }],
}

/** The requests of a search, without those for the chain and the tokens, which the browser keeps. */
const searches = (asked: readonly string[]) => asked.filter((request) => /wallets|search/.test(request))

function openPalette(answers: Readonly<Record<string, unknown>> = {}) {
  const asked = answerRequests({
    'GET /api/search?q=treasury': FOUND,
    'GET /api/search?q=send+trea': NOTHING,
    'GET /api/search?q=send': NOTHING,
    'GET /api/baas/wallets?q=trea&limit=5': [WALLET],
    'GET /api/baas/wallets?limit=5': [WALLET],
    'GET /api/baas/tokens/allowed': [],
    'GET /api/baas/config': null,
    ...answers,
  })
  const page = renderLive(<CommandPalette pages={[]} commands={[]} onClose={() => undefined} />)
  const type = async (text: string) => {
    typeInto(await vi.waitUntil(() => page.querySelector('input')), text)
    // Waits as long as the time between two keystrokes, so that immediate effects start.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { page, asked, type }
}

test('behavior: sends one search for text typed without a pause, not one per letter', async () => {
  const { page, asked, type } = openPalette()
  await vi.waitUntil(() => page.querySelector('input'))
  // Fake timers, so that slow typing here does not count as a pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const part of ['tr', 'tre', 'trea', 'treas', 'treasury']) await type(part)
  expect(searches(asked)).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  await expect.poll(() => page.textContent).toContain('Treasury')
  expect(page.textContent).toContain('Treasurer Ada')
  expect(searches(asked)).toEqual(['GET /api/search?q=treasury'])
})

test('behavior: “send”, with or without a wallet’s name, links to the form of each wallet', async () => {
  const { page, asked, type } = openPalette()
  await type('send trea')
  await expect.poll(() => page.textContent).toContain('Send from Treasury')
  expect(searches(asked)).toContain('GET /api/baas/wallets?q=trea&limit=5')
  await type('send')
  await expect.poll(() => searches(asked)).toContain('GET /api/baas/wallets?limit=5')
})

test('behavior: a search asks for no list, and says if a kind could not be searched', async () => {
  const { page, asked, type } = openPalette({
    'GET /api/search?q=backend': { ...NOTHING, failed: ['apiKeys'] },
  })
  await type('backend')
  await expect.poll(() => page.textContent).toContain('Some results could not be loaded.')
  expect(asked.filter((request) => /keys|addresses|members|transactions/.test(request))).toEqual([])
})

test('behavior: an amount is sent as a number, and the transaction is titled by what it does', async () => {
  const transfer = encodeTokenCall('erc20-transfer', { to: WALLET.address, amount: '12500000' })
  const transaction: OrganizationTransaction = {
    transactionUuid: '2f3f1f7e-7a52-4c6c-9a53-000000000001',
    walletAddress: WALLET.address,
    status: 'CONFIRMED',
    digest: `0x${'ab'.repeat(32)}`,
    toAddress: TOKEN,
    value: '0',
    data: transfer.data,
    expiration: '1900000000',
    fee: '0',
    feeCoinAddress: TOKEN,
    feeWithdrawAddress: TOKEN,
    createdAtDatetime: '2026-11-21T10:00:00.000Z',
    updatedAtDatetime: '2026-11-21T10:00:00.000Z',
    walletLabel: 'Treasury',
    externalUserId: '',
    externalUserLabel: '',
  }
  const { page, type } = openPalette({
    'GET /api/search?q=12.5+DEMO&amount=12.5': { ...NOTHING, transactions: [transaction] },
    'GET /api/baas/tokens/allowed': [
      { id: 't', address: TOKEN, name: 'Demo', symbol: 'DEMO', decimals: 6, logoUrl: '' },
    ],
  })
  await type('12.5 DEMO')
  await expect.poll(() => page.textContent).toContain('Send 12.5 DEMO · Treasury')
})

test.each([
  ['recovery', 'Recovery codes'],
  ['revoke', 'Revoke a token approval'],
  ['revoke', 'Rotate or revoke an API key'],
  ['policy', 'New policy'],
  ['ip', 'Limit the IP addresses of an API key'],
  ['invite', 'Invite a member'],
  ['webhook secret', 'Rotate a webhook secret'],
  ['four eyes', 'New policy'],
  ['whitelist', 'Limit the IP addresses of an API key'],
  ['contact', 'Add an address'],
  ['log out', 'End sessions'],
])('behavior: “%s” finds “%s”', (typed, label) => {
  expect(matchItems(listActions(), typed).map((item) => item.label)).toContain(label)
})
