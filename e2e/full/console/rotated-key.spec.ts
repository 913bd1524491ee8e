import { expect, test } from '#e2e/fixtures/product-world.ts'
import { storeSecret } from '#e2e/fixtures/secret-dialog.ts'
import { issueKey, readWith } from '#e2e/fixtures/service.ts'

test('behavior: a rotated key works during its grace period, and the member who rotated it becomes its owner', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const { id, secret } = await issueKey(stack, 'Night batch')
  await page.goto(`/api-keys/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Requests per minute').fill('many')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByLabel('Requests per minute')).toHaveAccessibleDescription(
    /whole number/i,
  )
  await page.getByRole('dialog').getByLabel('Requests per minute').fill('120')
  await page.getByRole('dialog').getByLabel('Name').fill('Night batch 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Night batch 2' })).toBeVisible()
  await expect(page.getByText('At most 120')).toBeVisible()

  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByLabel('Grace period').selectOption('None (revoke now)')
  await page.getByRole('button', { name: 'Rotate key' }).click()
  const next = await storeSecret(page, /new secret/)
  await expect(page).not.toHaveURL(`/api-keys/${id}`)
  await expect(page.getByText('Ada Lovelace')).not.toHaveCount(0)
  expect((await readWith(stack, next)).status).toBe(200)
  expect((await readWith(stack, secret)).status).toBe(401)
  await page.goto(`/api-keys/${id}`)
  await page.getByRole('link', { name: 'Replaced by a rotation' }).click()
  await expect(page.getByText('At most 120')).toBeVisible()
})
