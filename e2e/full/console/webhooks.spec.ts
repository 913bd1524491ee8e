import { forgive } from '#e2e/fixtures/complaints.ts'
import { confirmByName } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { addEndpoint, deliveryLog, sendTestEvent } from '#e2e/fixtures/webhook-steps.ts'

test('behavior: the log is filtered by status in the URL, and an endpoint is edited and deleted by its name', async ({
  sharedAdmin: { page },
  receiver,
}) => {
  test.slow()
  await addEndpoint(page, receiver.url, 'To be edited')
  await sendTestEvent(page)
  await expect(deliveryLog(page)).toContainText('Delivered')
  await page.getByLabel('Status').selectOption({ label: 'Failed' })
  await expect(page).toHaveURL(/status=failed/)
  await expect(page.getByText('No delivery found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No delivery found')).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the endpoint' })
  await dialog.getByLabel('Selected events').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^wallet\.created/ }).check()
  await dialog.getByLabel('Description').fill('Wallets only')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Wallets only')).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await confirmByName(page, 'Delete this endpoint?', new URL(receiver.url).host, 'Delete endpoint')
  await expect(page).toHaveURL('/webhooks')
  await expect(page.getByText(receiver.url)).toHaveCount(0)
})

test('error: a forbidden URL is reported at its field, and the input stays', async ({
  sharedAdmin: { page },
  complaints,
}) => {
  await page.goto('/webhooks/new')
  await page.getByLabel('URL').fill('shop.example/hooks')
  await page.getByLabel('Description').fill('Kept')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText('Must start with https://')).toBeVisible()
  await page.getByLabel('URL').fill('https://user:password@shop.example/hooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText(/must not contain a user name or password/i)).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Kept')
  forgive(complaints, /status of 40[03]/)
  await page.goto('/webhooks/5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e')
  await expect(page.getByText('Endpoint not found')).toBeVisible()
})

test('behavior: the catalogue shows a sample of each event', async ({ sharedAdmin: { page } }) => {
  await page.goto('/webhooks/events')
  await page.getByText('transaction.confirmed', { exact: true }).click()
  await expect(page.getByText(/"status": "CONFIRMED"/)).toBeVisible()
})
