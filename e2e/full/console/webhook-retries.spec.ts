import { expect, test } from '#e2e/fixtures/product-world.ts'
import { addEndpoint, deliveryLog, RARE_TYPE, sendTestEvent } from '#e2e/fixtures/webhook-steps.ts'

test('behavior: failed deliveries are retried at a displayed time and can be resent; 410 disables; after enabling, a replay sends missed events', async ({
  sharedAdmin: { page },
  receiver,
}) => {
  test.slow()
  receiver.answer(500)
  await addEndpoint(page, receiver.url, 'A receiver that fails', RARE_TYPE)
  await sendTestEvent(page)
  await expect(deliveryLog(page)).toContainText('Retrying')
  await expect(deliveryLog(page)).toContainText('Responded with 500')
  await expect(deliveryLog(page)).toContainText(/The next attempt is/)

  receiver.answer(200)
  await page.getByRole('button', { name: /^Resend evt_/ }).click()
  await expect(deliveryLog(page)).toContainText('Delivered')

  receiver.answer(410)
  await sendTestEvent(page)
  await expect(page.getByText('Disabled: the receiver responded with 410 Gone')).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Resend evt_/ })).toHaveCount(0)

  receiver.answer(204)
  const before = receiver.received.length
  await page.getByRole('button', { name: 'Enable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay events' })
  await dialog.getByLabel('Which events').selectOption({ label: 'Last hour' })
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await expect(dialog.getByText(/queued/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
})
