import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { deliveryLog, RARE_TYPE } from '#e2e/fixtures/webhook-steps.ts'

test.beforeEach(() => test.slow())

test('behavior: webhooks are accessible, in both themes and at both widths', async ({
  stack,
  sharedAdmin: { page },
  receiver,
  picture,
  complaints,
}) => {
  const { apiKey } = await stack.sandbox()
  const body = {
    url: `${receiver.url}/tour`,
    description: 'Orders and shipping, payments team',
    types: [RARE_TYPE],
  }
  const made = await callService(stack, 'POST', '/org/webhooks', { key: apiKey, body })
  const { id } = Object(made.content)
  for (const status of [200, 500]) {
    receiver.answer(status)
    await callService(stack, 'POST', `/org/webhooks/${id}/test`, { key: apiKey, body: {} })
    await expect.poll(() => receiver.received.length).toBeGreaterThan(status === 200 ? 0 : 1)
  }
  await page.goto('/webhooks')
  await expect(page.getByRole('link', { name: body.url })).toBeVisible()
  await show(page, picture, 'webhooks')
  await page.goto(`/webhooks/${id}`)
  await deliveryLog(page).getByText('webhook.test').first().click()
  await expect(page.getByRole('list', { name: 'Attempts, newest first' }).first()).toBeVisible()
  await page.getByText('Responded with 500').last().click()
  await expect(page.getByText('thank you').last()).toBeVisible()
  await show(page, picture, 'webhook')
  await page.getByRole('button', { name: 'Replay events' }).click()
  await page.getByLabel('Which events').selectOption({ label: 'Since a chosen time' })
  await show(page, picture, 'webhook-replay')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await show(page, picture, 'webhook-rotate')
  await page.keyboard.press('Escape')
  await page.goto('/webhooks/new')
  await page.getByLabel('Selected events').check()
  await show(page, picture, 'webhook-new')
  await page.goto('/webhooks/events')
  await page.getByText('transaction.confirmed', { exact: true }).click()
  await show(page, picture, 'webhook-events')

  const gone = { enabled: false, disabledReason: 'gone', disabledAtDatetime: '2026-11-20T08:00:00.000Z' }
  const answer = { statusCode: 200, content: [{ ...Object(made.content), ...gone }] }
  await page.route('**/api/org/webhooks', (route) => route.fulfill({ json: answer }))
  await page.goto(`/webhooks/${id}`)
  await expect(page.getByText('Disabled: the receiver responded with 410 Gone')).toBeVisible()
  await show(page, picture, 'webhook-gone')
  await page.route('**/api/org/webhooks', (route) =>
    route.fulfill({ json: { statusCode: 200, content: [] } }),
  )
  await page.goto('/webhooks')
  await expect(page.getByText('No endpoints yet')).toBeVisible()
  await show(page, picture, 'webhooks-empty')
  forgive(complaints, /ERR_FAILED/)
})
