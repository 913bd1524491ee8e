import { expect, test } from '#e2e/fixtures/product-world.ts'

test('error: an origin with a path and a missing name are reported at their fields, and all input stays', async ({
  sharedAdmin: { page },
}) => {
  await page.goto('/integrations/new')
  const typed = 'https://fine.example\nhttps://shop.example/wallet'
  await page.getByLabel('Origins').fill(typed)
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
  await page.getByRole('button', { name: 'Create integration' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/must not be empty/i)
  await expect(page.getByLabel('Origins')).toHaveAccessibleDescription(/line 2: must be an origin/i)
  await expect(page.getByRole('group', { name: 'Permissions of its users' })).toHaveAccessibleDescription(
    /choose at least one/i,
  )
  await expect(page.getByLabel('Origins')).toHaveValue(typed)

  await test.step('errors from the server appear at the field too', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Insecure shop')
    await page.getByLabel('Origins').fill('http://shop.example')
    await page.getByRole('checkbox', { name: /^Create wallets/ }).check()
    await page.getByRole('button', { name: 'Create integration' }).click()
    await expect(page.getByLabel('Origins')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Origins')).toHaveAccessibleDescription(/https/)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Insecure shop')
  })
})

test('error: a missing integration is reported as not found', async ({ sharedAdmin: { page } }) => {
  await page.goto('/integrations/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Integration not found' })).toBeVisible()
  await page.getByRole('link', { name: 'All integrations' }).click()
  await expect(page.getByRole('row', { name: /Demo shop/ })).toBeVisible()
})
