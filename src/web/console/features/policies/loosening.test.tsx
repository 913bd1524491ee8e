import { afterEach, expect, test } from 'vitest'
import type { Policy, PolicyRule } from '#protocol/policies.ts'
import { act } from '#web/console/testing/act.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { fieldIn, typeInto } from '#web/console/testing/render-live.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { PoliciesTable } from './policies-page.tsx'
import { PolicyDialog } from './policy-form.tsx'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TOKENS = [
  {
    id: 'demo',
    address: COIN,
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
const ID = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'
const PUT = `PUT /api/org/policies/${ID}`
const LIMIT: PolicyRule = { kind: 'transaction-limit', tokenAddress: COIN, amount: '10000000' }
const policy = (rule: PolicyRule, enabled = true): Policy => ({
  id: ID,
  name: 'Small sums',
  enabled,
  walletAddress: null,
  rule,
  createdAtDatetime: '2026-11-20T10:00:00.000Z',
  updatedAtDatetime: '2026-11-20T10:00:00.000Z',
})

let leave = async () => {}
afterEach(() => leave())

function serveTokens() {
  const answers = new Map<string, unknown>([
    ['GET /api/baas/tokens/allowed', TOKENS],
    ['GET /api/org/tokens', TOKENS],
    ['GET /api/baas/config', CONFIG],
    ['GET /api/members', []],
  ])
  return serve((request) => (request === PUT ? policy(LIMIT) : answers.get(request)))
}
const press = (within: Element, label: string) =>
  act(async () =>
    [...within.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
  )
const question = (place: Element, title: string) =>
  [...place.querySelectorAll('dialog')].find((dialog) => dialog.textContent.includes(title))

test.each<[kind: PolicyRule['kind'], rule: PolicyRule, consequence: string]>([
  ['transaction-limit', LIMIT, 'Transactions of any amount are sent'],
  ['day-limit', { ...LIMIT, kind: 'day-limit' }, 'Any amount can be sent in a day'],
  [
    'approval',
    { ...LIMIT, kind: 'approval', approvers: [{ email: 'ben@example.com' }] },
    'without another administrator’s approval',
  ],
  ['recipients', { kind: 'recipients', recipients: [COIN] }, 'Transactions to any address are sent'],
])(
  'behavior: asks before turning off a policy of kind %s, and states the consequence',
  async (_, rule, consequence) => {
    const asked = serveTokens()
    const page = await renderPage(<PoliciesTable policies={[policy(rule)]} />)
    leave = page.leave
    await press(page.place, 'Turn off')
    const dialog = question(page.place, 'Turn off this policy?')
    expect(dialog?.textContent).toContain(consequence)
    expect(asked).not.toContain(PUT)
    if (dialog !== undefined) await press(dialog, 'Turn off')
    await page.shows(() => asked.includes(PUT))
  },
)

test('behavior: turns on a policy without asking', async () => {
  const asked = serveTokens()
  const page = await renderPage(<PoliciesTable policies={[policy(LIMIT, false)]} />)
  leave = page.leave
  await press(page.place, 'Turn on')
  await page.shows(() => asked.includes(PUT))
})

test.each<[amount: string, isAsked: boolean]>([
  ['11', true],
  ['9', false],
])('behavior: a limit changed from 10 to %s → asks before saving: %s', async (amount, isAsked) => {
  const asked = serveTokens()
  const page = await renderPage(<PolicyDialog policy={policy(LIMIT)} onClose={() => undefined} />)
  leave = page.leave
  await page.shows(() => page.text().includes('DEMO · Demo'))
  await act(async () => typeInto(fieldIn(page.place, 'Maximum'), amount))
  await press(page.place, 'Save')
  if (isAsked) {
    await page.shows(() => question(page.place, 'Save a looser policy?') !== undefined)
    expect(asked).not.toContain(PUT)
    const dialog = question(page.place, 'Transactions that it blocks or holds today may be sent')
    const inner = dialog?.querySelector('dialog') ?? dialog
    if (inner !== undefined) await press(inner, 'Save')
  }
  await page.shows(() => asked.includes(PUT))
})
