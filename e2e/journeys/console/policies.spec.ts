import { confirmByName } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: a policy is tested against the past, created with a passkey, turned off and deleted', async ({
  sharedAdmin: { page },
}) => {
  await page.goto('/policies')
  await page.getByRole('button', { name: 'New policy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Never so much')
  await dialog.getByLabel('Daily limit').check()
  // Other tests send less than this amount, except calls that add keys to wallets, which exceed every limit.
  await dialog.getByLabel('Maximum').fill('1000000000')
  await dialog.getByRole('button', { name: 'Test against the last 30 days' }).click()
  await expect(
    dialog.getByText(/\d+ of \d+ transactions? in the last 30 days would have been blocked/),
  ).toBeVisible()
  expect(await inspect(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('row', { name: /Never so much/ })
  await expect(row).toContainText('in any 24 hours')
  await expect(row).toContainText('All wallets')
  await row.getByRole('button', { name: 'Turn off' }).click()
  const question = page.getByRole('dialog', { name: 'Turn off this policy?' })
  await expect(question).toContainText('Any amount can be sent in a day')
  expect(await inspect(page)).toEqual([])
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(question).toBeHidden()
  await expect(row).toContainText('Off')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(
    await confirmByName(page, 'Delete this policy?', 'Never so much', 'Delete policy'),
  ).toBeHidden()
  await expect(page.getByText('No policies', { exact: true })).toBeVisible()
})
