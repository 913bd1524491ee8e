import { afterEach, expect, test } from 'vitest'
import { act } from '#web/console/testing/act.ts'
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
  {
    transactionUuid: UUID,
    walletAddress: WALLET,
    createdAtDatetime: '2026-11-20T10:00:00.000Z',
    amount: '2500000',
  },
]

let leave = async () => {}
afterEach(() => leave())

test('behavior: shows and links the transactions that a policy would have refused, until the policy changes', async () => {
  const result = { transactions: 214, refusedTransactions: 3, refusedAmount: '7500000', newestRefused }
  const answers = new Map<string, unknown>([
    ['POST /api/org/policies/dry-run', result],
    ['GET /api/org/tokens', tokens],
    ['GET /api/baas/config', CONFIG],
    ['GET /api/members', []],
  ])
  const asked = serve((request) => answers.get(request))
  const page = await renderPage(<PolicyDialog onClose={() => undefined} />)
  leave = page.leave
  const title = '3 of 214 transactions in the last 30 days would have been blocked'
  const type = (label: string, text: string) => act(async () => typeInto(fieldIn(page.place, label), text))
  const press = (label: string) =>
    act(async () =>
      [...page.place.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
    )
  await page.shows(() => page.text().includes('DEMO · Demo'))
  await act(async () =>
    page.place.querySelector<HTMLInputElement>('input[value="transaction-limit"]')?.click(),
  )
  expect(fieldIn(page.place, 'Name').value).toBe('Per-transaction limit')
  await press('Test against the last 30 days')
  await page.shows(() => page.text().toLowerCase().includes('must be a number'))
  expect(asked.filter((request) => request.startsWith('POST'))).toEqual([])
  await type('Maximum', '1.5')
  await page.shows(() => page.text().includes('Transfers over 1.5 DEMO are blocked'))
  await press('Test against the last 30 days')
  await page.shows(() => page.text().includes(title))
  expect(page.text()).toContain('Together 7.5 DEMO')
  expect(page.text()).toContain('2.5 DEMO')
  expect(page.place.querySelector(`a[href="/transactions/${UUID}"]`)).not.toBeNull()
  await type('Maximum', '2')
  await page.shows(() => !page.text().includes(title))
})

test('behavior: administrators are chosen by name, and the policy is sent with the number of approvals', async () => {
  const member = (id: string, name: string, email?: string) => ({
    id,
    name,
    role: 'admin',
    joinedAtDatetime: '2026-11-20T10:00:00.000Z',
    lastSeenAtDatetime: null,
    sessions: 0,
    passkeys: 1,
    ...(email !== undefined && { email }),
  })
  const bodies: unknown[] = []
  const answers = new Map<string, unknown>([
    ['GET /api/org/tokens', tokens],
    ['GET /api/baas/config', CONFIG],
    ['GET /api/members', [member('ada', 'Ada', 'ada@example.com'), member('ben', 'Ben')]],
  ])
  serve((request) => answers.get(request))
  const fetched = globalThis.fetch
  globalThis.fetch = async (...given) => {
    const [, { method, body } = {}] = given
    if (method === 'POST' && typeof body === 'string') bodies.push(JSON.parse(body))
    return fetched(...given)
  }
  const page = await renderPage(<PolicyDialog onClose={() => undefined} />)
  leave = page.leave
  await page.shows(() => page.text().includes('ada@example.com'))
  const box = [...page.place.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith('Ada'),
  )
  await act(async () => box?.querySelector('input')?.click())
  await act(async () => typeInto(fieldIn(page.place, 'Ben'), 'ben@example.com'))
  await act(async () => typeInto(fieldIn(page.place, 'Over'), '10'))
  await page.shows(() => page.text().includes('Transfers over 10 DEMO need 1 of Ada, Ben'))
  const required = page.place.querySelector<HTMLSelectElement>('select[name="required"]')
  expect([...(required?.options ?? [])].map(({ text }) => text)).toEqual(['1 of 2', '2 of 2'])
  const press = [...page.place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Create policy',
  )
  await act(async () => press?.click())
  await page.shows(() => bodies.length > 0)
  expect(bodies[0]).toMatchObject({
    name: 'Approval over an amount',
    rule: {
      kind: 'approval',
      amount: '10000000',
      approvalsRequired: 1,
      approvers: [
        { email: 'ada@example.com', administratorId: 'ada', name: 'Ada' },
        { email: 'ben@example.com', administratorId: 'ben', name: 'Ben' },
      ],
    },
  })
})
