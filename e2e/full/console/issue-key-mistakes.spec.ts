import { expect, test } from '#e2e/fixtures/product-world.ts'

test('error: a key without a name or scopes is rejected at the fields, the input stays, and two clicks issue one key', async ({
  sharedAdmin: { page },
}) => {
  await page.goto('/api-keys/new')
  await page.getByLabel('Name', { exact: true }).fill('x'.repeat(51))
  await page.getByLabel('Expiry').selectOption('90')
  await page.getByRole('button', { name: 'Issue key' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/at most 50/i)
  await expect(page.getByRole('group', { name: 'Scopes' })).toHaveAccessibleDescription(
    /choose at least one scope/i,
  )
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('x'.repeat(51))
  await expect(page.getByLabel('Expiry')).toHaveValue('90')
  await page.getByLabel('Name', { exact: true }).fill('Fits')
  await page.getByRole('button', { name: 'All but org:manage' }).click()
  await expect(page.getByRole('checkbox', { name: /^org:manage/ })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^token:approve/ })).toBeChecked()
  await page.getByRole('button', { name: 'Issue key' }).dblclick()
  const dialog = page.getByRole('dialog', { name: '“Fits” is ready' })
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Fits/ })).toHaveCount(1)
})
