import { afterEach, expect, test } from 'vitest'
import type { Delivery } from '#protocol/events.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { TransactionTimeline } from '#protocol/transaction-timeline.ts'
import { act } from '#web/console/testing/act.ts'
import { AT, exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { TransactionPage } from './transaction-page.tsx'

const UUID = exampleTransaction().transactionUuid
const WEBHOOK_ID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const TOKEN = '0x00000000000000000000000000000000000000C0'
const TRANSFER = `0xa9059cbb${'52908400098527886e0f7030069857d2e4169ee7'.padStart(64, '0')}${'1'.padStart(64, '0')}`
const CANCEL = `POST /api/org/transactions/${UUID}/cancel`

const ATTEMPT = {
  attemptedAtDatetime: AT,
  durationMs: 12,
  delivered: true,
  responseStatus: 204,
  responseBytes: 0,
  problem: null,
}
const DELIVERY: Delivery = {
  id: '6f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  eventId: 'evt_1',
  type: 'transaction.cancelled',
  status: 'delivered',
  attempts: [ATTEMPT],
  nextAttemptAtDatetime: null,
  createdAtDatetime: AT,
  deliveredAtDatetime: AT,
}

/** Current state of the transaction, and the service's response to a cancellation. */
let status: TransactionState = 'PENDING_USER_APPROVAL'
let cancelled: () => unknown = () => undefined
const timeline = (): TransactionTimeline => ({
  transaction: exampleTransaction({
    status,
    toAddress: TOKEN,
    data: TRANSFER,
    ...(status === 'PENDING_USER_APPROVAL' && { secondsLeft: 600 }),
    ...(status === 'CANCELLED' && { reason: 'withdrawn by the organization' }),
  }),
  requester: {
    apiKey: { id: WEBHOOK_ID, label: 'Console' },
    namedByKey: {
      kind: 'integration',
      id: 'integration-1',
      name: 'Shop',
      origin: 'https://shop.example',
      ipAddress: '203.0.113.9',
    },
  },
  steps: [{ kind: 'submitted', atDatetime: AT }],
  deliveries: [{ ...DELIVERY, webhookId: WEBHOOK_ID, url: 'https://shop.example/hooks' }],
})

let page: Awaited<ReturnType<typeof renderPage>>
let asked: string[]
async function draw(now: TransactionState) {
  status = now
  asked = serve((request) => {
    if (request === CANCEL) return cancelled()
    if (request.endsWith('/timeline')) return timeline()
    if (request.includes('/deliveries/'))
      return {
        ...DELIVERY,
        attempts: [{ ...ATTEMPT, requestHeaders: {}, responseHeaders: {}, responseBody: '' }],
        requestBody: '{}',
        transactionUuid: UUID,
      }
    return request.endsWith('/tokens/allowed') ? [] : undefined
  })
  page = await renderPage(<TransactionPage />, {
    pattern: '/transactions/:transactionUuid',
    at: `/transactions/${UUID}`,
  })
  await page.shows(() => page.text().includes('Timeline'))
}
afterEach(() => page.leave())

const pressed = (text: string, index = 0) =>
  act(async () => {
    const buttons = [...page.place.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === text,
    )
    buttons[index]?.click()
  })
const linkTo = (text: string) =>
  [...page.place.querySelectorAll('a')].find(({ textContent }) => textContent === text)?.getAttribute('href')

test('behavior: a pending transaction is cancelled after a confirmation, and the page shows it', async () => {
  await draw('PENDING_USER_APPROVAL')
  cancelled = () => {
    status = 'CANCELLED'
    return timeline().transaction
  }
  await pressed('Cancel transaction')
  expect(page.text()).toContain('Cancel this transaction?')
  expect(asked).not.toContain(CANCEL)
  await pressed('Cancel transaction', 1)
  await page.shows(() => page.text().includes('Cancelled by the organization'))
  expect(page.text()).not.toContain('Cancel this transaction?')
})

test('error: a transaction decided in the meantime is not cancelled, and the dialog says so', async () => {
  await draw('PENDING_USER_APPROVAL')
  cancelled = () => {
    status = 'APPROVED'
    const content = { code: 'ALREADY_DECIDED', message: 'This transaction was already approved' }
    return Response.json({ statusCode: 409, content }, { status: 409 })
  }
  await pressed('Cancel transaction')
  await pressed('Cancel transaction', 1)
  await page.shows(() => page.text().includes('Its status is now: Approved.'))
  expect(page.text()).not.toContain('Waiting for Grace Hopper')
})

test.each(['EXPIRED', 'REJECTED', 'CANCELLED'] as const)(
  'behavior: a transaction that is %s can be repeated with the same values but not cancelled',
  async (now) => {
    await draw(now)
    const { walletAddress } = exampleTransaction()
    expect(linkTo('Repeat')).toMatch(`/wallets/${walletAddress}/send?`)
    expect(linkTo('Repeat')).toContain(`token=${TOKEN}`)
    expect(
      [...page.place.querySelectorAll('button:not([hidden])')].map(({ textContent }) => textContent),
    ).not.toContain('Cancel transaction')
  },
)

test('behavior: shows who requested it and from where, and each attempt of its webhooks', async () => {
  await draw('CANCELLED')
  expect(linkTo('Widget of Shop')).toBe('/integrations/integration-1')
  expect(page.text()).toContain('https://shop.example')
  expect(page.text()).toContain('from 203.0.113.9')
  expect(linkTo('https://shop.example/hooks')).toBe(`/webhooks/${WEBHOOK_ID}?type=transaction.cancelled`)
  const delivery = page.place.querySelector<HTMLDetailsElement>('[data-delivery] details')
  await act(async () => {
    if (delivery === null) return
    delivery.open = true
    delivery.dispatchEvent(new Event('toggle'))
  })
  await page.shows(() => page.text().includes('evt_1'))
  expect(page.text()).not.toContain('Open the transaction')
})
