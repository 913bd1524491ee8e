import { expect, test } from '#e2e/fixtures/test.ts'

test('behavior: a scripted end-user makes a payment and declines it, as the script says', async ({
  admin: { page },
}) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('button', { name: 'Sandbox controls' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sandbox controls' })
  await dialog.getByRole('radio', { name: /^Decline/ }).check()
  await dialog.getByLabel('After how many seconds').fill('0')
  await dialog.getByRole('button', { name: 'Save the script' }).click()
  await expect(dialog.getByText('Saved. It counts for what is held from now on.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add an end-user' }).click()
  await dialog.getByRole('button', { name: 'Make a payment' }).first().click({ timeout: 60_000 })
  await dialog.getByRole('link', { name: 'The payment is held. Watch it' }).click()
  await expect(page).toHaveURL(/\/transactions\//)
  await expect(page.getByText('Declined').first()).toBeVisible({ timeout: 30_000 })
})

test('behavior: the doctor reads the demo shop and says what it found', async ({
  stack,
  admin: { page },
}) => {
  const { demoUrl } = await stack.sandbox()
  await page.goto('/integrations')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Demo shop/ })
    .click()
  await page.getByRole('link', { name: 'Integration doctor' }).click()
  await page.getByLabel('Address of the page').fill(demoUrl)
  await page.getByRole('button', { name: 'Examine the page' }).click()
  await expect(page.getByText(`Read: ${demoUrl}/`)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The origin is registered for “Demo shop')).toBeVisible()
})
