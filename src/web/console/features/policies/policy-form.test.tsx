import { afterEach, expect, test } from 'vitest'
import { policySchema } from '#protocol/policies.ts'
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
const AT = '2026-11-20T10:00:00.000Z'
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
  expect(page.text()).toContain('Total: 7.5 DEMO')
  expect(page.text()).toContain('2.5 DEMO')
  expect(page.place.querySelector(`a[href="/transactions/${UUID}"]`)).not.toBeNull()
  await type('Maximum', '2')
  await page.shows(() => !page.text().includes(title))
})

const member = (id: string, name: string, email?: string) => ({
  id,
  name,
  role: 'admin',
  joinedAtDatetime: AT,
  lastSeenAtDatetime: null,
  sessions: 0,
  passkeys: 1,
  ...(email !== undefined && { email }),
})

/** Serves tokens, the configuration and members. Returns the bodies that the form sends with `method`. */
function recordBodies(method: string, answers: Record<string, unknown>): unknown[] {
  const shared = { 'GET /api/org/tokens': tokens, 'GET /api/baas/config': CONFIG, ...answers }
  const found = new Map<string, unknown>(Object.entries(shared))
  serve((request) => found.get(request))
  const fetched = globalThis.fetch
  const bodies: unknown[] = []
  globalThis.fetch = async (...given) => {
    const [, { method: sent, body } = {}] = given
    if (sent === method && typeof body === 'string') bodies.push(JSON.parse(body))
    return fetched(...given)
  }
  return bodies
}

test('error: shows at a removed member’s row that the save was refused, and keeps the rest of the form', async () => {
  const people = ['Ada', 'Ben'].map((name) => {
    const id = name.toLowerCase()
    return { email: `${id}@example.com`, administratorId: id, name }
  })
  const rule = {
    kind: 'approval',
    tokenAddress: tokens[0]?.address ?? '',
    amount: '10000000',
    approvers: people,
  }
  const stored = { id: UUID, name: 'Large sums', enabled: true, walletAddress: null, rule }
  const policy = policySchema.parse({ ...stored, createdAtDatetime: AT, updatedAtDatetime: AT })
  const errors = [
    { path: 'rule.approvers.1', message: 'must not be a member who was removed in the meantime' },
  ]
  const content = { code: 'VALIDATION_FAILED', message: 'Refused', errors }
  const bodies = recordBodies('PUT', {
    'GET /api/members': [member('ada', 'Ada', 'ada@example.com'), member('ben', 'Ben', 'ben@example.com')],
    [`PUT /api/org/policies/${UUID}`]: Response.json({ statusCode: 400, content }, { status: 400 }),
  })
  const page = await renderPage(<PolicyDialog policy={policy} onClose={() => undefined} />)
  leave = page.leave
  await page.shows(() => page.text().includes('ben@example.com'))
  await act(async () => typeInto(fieldIn(page.place, 'Name'), 'Very large sums'))
  const save = [...page.place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save')
  await act(async () => save?.click())
  const box = () =>
    [...page.place.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith('Ben'))
  const row = () => box()?.parentElement?.textContent ?? ''
  await page.shows(() => row().includes('Has been removed from the organization in the meantime'))
  expect(box()?.querySelector('input')?.checked).toBe(true)
  expect(box()?.querySelector('input')?.getAttribute('aria-invalid')).toBe('true')
  expect(fieldIn(page.place, 'Name').value).toBe('Very large sums')
  expect(bodies).toMatchObject([{ updatedAtDatetime: AT, rule: { approvers: people } }])
})

test('behavior: administrators are chosen by name, and the policy is sent with the number of approvals', async () => {
  const bodies = recordBodies('POST', {
    'GET /api/members': [member('ada', 'Ada', 'ada@example.com'), member('ben', 'Ben')],
  })
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
