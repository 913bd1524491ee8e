import { confirmByName } from '#e2e/fixtures/console-pages.ts'
import { joinedPerson } from '#e2e/fixtures/join.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect, show } from '#e2e/fixtures/tour.ts'

test('behavior: an organization is created, shows its domains, and is deleted by typing its name', async ({
  stack,
  admin,
  visit,
  picture,
}) => {
  test.slow()
  const { page } = await joinedPerson({ stack, admin, visit }, { role: 'Owner', name: 'Dorothy Vaughan' })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const kept = await confirmByName(page, 'Delete this organization?', 'Demo', 'Delete organization')
  await expect(kept.getByText(/belongs to the deployment/)).toBeVisible()
  await kept.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: /^Organization: Demo/ }).click()
  await page.getByRole('button', { name: 'New organization' }).click()
  const make = page.getByRole('dialog', { name: 'New organization' })
  await make.getByLabel('Name').fill('Short-lived Ltd')
  await make.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { name: 'Domains', level: 1 })).toBeVisible()
  await expect(page.getByText(/Without a verified domain no wallet can be created/)).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Add and verify a domain' })).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete organization' }).click()
  await show(page, picture, 'organization-delete')
  await confirmByName(page, 'Delete this organization?', 'Short-lived Ltd', 'Delete organization')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Short-lived Ltd')).toHaveCount(0)
})

test('behavior: a changed own name is visible to other members', async ({ stack, admin, visit, picture }) => {
  const { page } = await joinedPerson({ stack, admin, visit }, { role: 'Read-only', name: 'Ada Lovelace' })
  await page.goto('/account')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('Ada Lovelace')
  await name.fill('Ada King')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await show(page, picture, 'account-name')
  await page.goto('/members')
  await expect(page.getByRole('row', { name: /Ada King/ })).toBeVisible()
})

test('behavior: the console’s own API key is marked and cannot be revoked', async ({ admin: { page } }) => {
  await page.goto('/api-keys')
  const row = page.getByRole('row').filter({ hasText: 'Used by this console' })
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('button', { name: /^Revoke/ })).toHaveCount(0)
  expect(await inspect(page)).toEqual([])
  await row.getByRole('link').first().click()
  await expect(page.getByText(/The console uses this key itself/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rotate' })).toHaveCount(0)
})
