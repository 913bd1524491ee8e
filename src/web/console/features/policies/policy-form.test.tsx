import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { fieldIn, typeInto } from '#web/console/testing/render-live.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { PolicyDialog } from './policy-form.tsx'

const tokens = [
  {
    id: 'demo',
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    symbol: 'DEMO',
    name: 'Demo',
    decimals: 6,
    logoUrl: '',
    standard: 'erc20',
    origin: 'default',
    removed: false,
    addedAtDatetime: '2026-11-20T10:00:00.000Z',
  },
]
const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const UUID = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'
const newestRefused = [
  { transactionUuid: UUID, walletAddress: WALLET, createdAtDatetime: '2026-11-20T10:00:00.000Z' },
]

let leave = async () => {}
afterEach(() => leave())

test('behavior: shows and links the transactions that a policy would have refused, until the policy changes', async () => {
  const result = { transactions: 214, refusedTransactions: 3, newestRefused }
  const answers = new Map<string, unknown>([
    ['POST /api/org/policies/dry-run', result],
    ['GET /api/org/tokens', tokens],
    ['GET /api/baas/config', CONFIG],
  ])
  const asked = serve((request) => answers.get(request))
  const page = await renderPage(<PolicyDialog onClose={() => undefined} />)
  leave = page.leave
  const title = 'In the last 30 days this would have refused 3 of 214 transactions'
  const type = (label: string, text: string) => act(async () => typeInto(fieldIn(page.place, label), text))
  const press = (label: string) =>
    act(async () =>
      [...page.place.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
    )
  await page.shows(() => page.text().includes('DEMO · Demo'))
  await type('Name', 'Small sums')
  await press('Test against the last 30 days')
  await page.shows(() => page.text().toLowerCase().includes('must be a number'))
  expect(asked.filter((request) => request.startsWith('POST'))).toEqual([])
  await type('At most', '1.5')
  await press('Test against the last 30 days')
  await page.shows(() => page.text().includes(title))
  expect(page.place.querySelector(`a[href="/transactions/${UUID}"]`)).not.toBeNull()
  await type('At most', '2')
  await page.shows(() => !page.text().includes(title))
})
