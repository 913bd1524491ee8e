import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

const logOf = (page: Page) => page.getByRole('list', { name: 'Deliveries, newest first' })

/** Adds an endpoint and answers its secret; ends on its page. */
async function addEndpoint(page: Page, url: string, description: string): Promise<string> {
  await page.goto('/webhooks/new')
  await page.getByLabel('URL').fill(url)
  await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  return storeSecret(page, 'The endpoint is ready')
}

async function storeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const secret = (await dialog.locator('[data-secret]').textContent()) ?? ''
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return secret
}

async function sendTest(page: Page) {
  await page.getByRole('button', { name: 'Send test event' }).click()
}

test('behavior: an endpoint is added, gets a signed test event, and after a rotation two secrets sign', async ({
  admin: { page },
  receiver,
}) => {
  test.slow()
  const secret = await addEndpoint(page, receiver.url, 'Orders of the shop')
  expect(secret).toMatch(/^whsec_/)
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await test.step('the test event arrives, and the log says what was answered', async () => {
    await sendTest(page)
    await expect.poll(() => receiver.received.length).toBe(1)
    const [first] = receiver.received
    expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    })
    await expect(logOf(page).getByText('Delivered')).toBeVisible()
    await logOf(page).getByText('webhook.test').click()
    const attempts = logOf(page).getByRole('list', { name: 'Attempts, newest first' })
    await expect(attempts.getByRole('listitem')).toContainText(/Answered with 200 after [\d,.]+ ms/)
  })

  await test.step('rotated, both secrets sign', async () => {
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const next = await storeSecret(page, 'The secret is rotated')
    expect(next).not.toBe(secret)
    await expect(page.getByText(/Two secrets sign/)).toBeVisible()
    await sendTest(page)
    await expect.poll(() => receiver.received.length).toBe(2)
    const second = receiver.received[1]
    for (const one of [secret, next]) new Webhook(one).verify(second?.body ?? '', second?.headers ?? {})
  })

  await test.step('the back button adds no second endpoint', async () => {
    await page.goBack()
    await expect(page).not.toHaveURL(/webhooks\/new/)
  })
})

test('behavior: what fails is tried again and says when, can be resent, and 410 disables; enabled again, a replay brings what was missed', async ({
  admin: { page },
  receiver,
}) => {
  test.slow()
  receiver.answer(500)
  await addEndpoint(page, receiver.url, 'A receiver that fails')
  await sendTest(page)
  await expect(logOf(page)).toContainText('Will be tried again')
  await expect(logOf(page)).toContainText('Answered with 500')
  await expect(logOf(page)).toContainText(/The next one is/)

  receiver.answer(200)
  await page.getByRole('button', { name: /^Resend / }).click()
  await expect(logOf(page)).toContainText('Delivered')

  receiver.answer(410)
  await sendTest(page)
  await expect(page.getByText('Disabled: the receiver answered 410 Gone')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Resend / })).toHaveCount(0)

  receiver.answer(204)
  const before = receiver.received.length
  await page.getByRole('button', { name: 'Enable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay events' })
  await dialog.getByLabel('Which events').selectOption({ label: 'Last hour' })
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await expect(dialog.getByText(/on (its|their) way again/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
})

test('behavior: the log is narrowed by its status in the address, and an endpoint is edited and deleted by its name', async ({
  admin: { page },
  receiver,
}) => {
  test.slow()
  await addEndpoint(page, receiver.url, 'To be edited')
  await sendTest(page)
  await expect(logOf(page)).toContainText('Delivered')
  await page.getByLabel('Status').selectOption({ label: 'Given up' })
  await expect(page).toHaveURL(/status=failed/)
  await expect(page.getByText('No delivery found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No delivery found')).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the endpoint' })
  await dialog.getByLabel('Only some').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^wallet\.created/ }).check()
  await dialog.getByLabel('Description').fill('Wallets only')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Wallets only')).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete this endpoint?' })
  await confirm.getByRole('textbox').fill(new URL(receiver.url).host)
  await confirm.getByRole('button', { name: 'Delete endpoint' }).click()
  await expect(page).toHaveURL('/webhooks')
  await expect(page.getByText(receiver.url)).toHaveCount(0)
})

test('error: a URL that must not be called is refused at its field, and what was typed stays', async ({
  admin: { page },
  complaints,
}) => {
  await page.goto('/webhooks/new')
  await page.getByLabel('URL').fill('shop.example/hooks')
  await page.getByLabel('Description').fill('Kept')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText('Must begin with https://')).toBeVisible()
  await page.getByLabel('URL').fill('https://user:password@shop.example/hooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText(/must not contain a user name or password/i)).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Kept')
  forgive(complaints, /status of 40[03]/)
  await page.goto('/webhooks/5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e')
  await expect(page.getByText('There is no such endpoint')).toBeVisible()
})

test('behavior: the catalogue shows a sample of each event', async ({ admin: { page } }) => {
  await page.goto('/webhooks/events')
  await page.getByText('transaction.confirmed', { exact: true }).click()
  await expect(page.getByText(/"status": "CONFIRMED"/)).toBeVisible()
})
