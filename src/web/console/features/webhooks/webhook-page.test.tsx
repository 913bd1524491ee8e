import { afterEach, expect, test } from 'vitest'
import type { Delivery } from '#protocol/events.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { WebhookPage } from './webhook-page.tsx'

const WEBHOOK_ID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

const failing = (): Webhook => ({
  id: WEBHOOK_ID,
  url: 'https://shop.example/hooks',
  description: '',
  types: null,
  enabled: true,
  disabledReason: null,
  disabledAtDatetime: null,
  failingSinceDatetime: ago(20),
  previousSecretUntilDatetime: null,
  createdAtDatetime: ago(3_600),
  updatedAtDatetime: ago(3_600),
})

const attempt = (secondsAgo: number, delivered: boolean) => ({
  attemptedAtDatetime: ago(secondsAgo),
  durationMs: 12,
  delivered,
  responseStatus: delivered ? 200 : 503,
  responseBytes: 0,
  problem: delivered ? null : 'status',
})

const retried = (): Delivery => ({
  id: 'delivery-1',
  eventId: 'evt_1',
  type: 'webhook.test',
  status: 'pending',
  attempts: [attempt(20, false)],
  nextAttemptAtDatetime: ago(-5),
  createdAtDatetime: ago(20),
  deliveredAtDatetime: null,
})
const delivered = (): Delivery => ({
  ...retried(),
  status: 'delivered',
  attempts: [attempt(2, true), attempt(20, false)],
  nextAttemptAtDatetime: null,
  deliveredAtDatetime: ago(2),
})

let page: Awaited<ReturnType<typeof renderPage>>
async function draw(deliveries: Delivery[]) {
  serve((request) => {
    if (request === 'GET /api/org/webhooks') return [failing()]
    return request.includes('/deliveries') ? deliveries : undefined
  })
  page = await renderPage(<WebhookPage />, {
    pattern: '/webhooks/:webhookId',
    at: `/webhooks/${WEBHOOK_ID}`,
  })
  await page.shows(() => page.text().includes('Responded with'))
  return page
}
afterEach(() => page.leave())

test('behavior: the next attempt of a failed delivery is in the future, not “just now”', async () => {
  const { text } = await draw([retried()])
  expect(text()).toContain('The next attempt is in a moment.')
  expect(text()).toContain('No events arrive at this endpoint')
  expect(text()).toContain('Failing')
})

test('behavior: a delivered event removes the notice that no events arrive', async () => {
  const { text } = await draw([delivered()])
  expect(text()).toContain('Delivered')
  expect(text()).not.toContain('No events arrive')
  expect(text()).not.toContain('Failing')
})
