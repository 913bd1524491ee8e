import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService, issueKey, readWith } from '#e2e/fixtures/service.ts'
import { show } from '#e2e/fixtures/tour.ts'

test('behavior: the pages about API keys are accessible, in both themes and at both widths', async ({
  stack,
  sharedAdmin: { page },
  picture,
}) => {
  test.slow()
  await issueKey(
    stack,
    'Point of sale, retail team with a long name here',
    ['wallet:read', 'token:transfer'],
    {
      expiresAtDatetime: new Date(Date.now() + 90 * 86_400_000).toISOString(),
      createdBy: 'Grace Hopper',
    },
  )
  const used = await issueKey(stack, 'Tour backend', ['wallet:create', 'wallet:read', 'domain:read'], {
    createdBy: 'Ada Lovelace',
  })
  const leaked = await issueKey(stack, 'Tour leaked', ['wallet:read'])
  const headers = { 'x-api-key': leaked.secret, origin: 'https://shop.example' }
  await fetch(`${stack.url}/v1/baas/wallets`, { headers })
  for (let sent = 0; sent < 5; sent += 1) await readWith(stack, used.secret)
  await callService(stack, 'GET', '/baas/tokens/allowed', { key: used.secret })

  await page.goto('/api-keys?q=Tour')
  await expect(page.getByText('was sent by a web browser').first()).toBeVisible({ timeout: 20_000 })
  await show(page, picture, 'api-keys-exposed')
  await page.goto('/api-keys?q=nothing-like-this')
  await expect(page.getByText('No API keys found')).toBeVisible()
  await show(page, picture, 'api-keys-none')

  await expect(async () => {
    await page.goto(`/api-keys/${used.id}`)
    const row = page.getByRole('row').filter({ hasText: 'GET /baas/tokens/allowed' })
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await show(page, picture, 'api-key')
  await page.getByLabel('IP addresses and ranges').fill('203.0.113.0/24')
  await page.getByRole('button', { name: 'Test against the last 30 days' }).click()
  await expect(page.getByText(/would have been refused/)).toBeVisible()
  await show(page, picture, 'api-key-dry-run')
  await page.getByRole('button', { name: 'Start monitoring' }).click()
  await page.getByRole('button', { name: 'Enforce list' }).click()
  await expect(page.getByRole('dialog').getByText(/would have been refused/)).toBeVisible()
  await show(page, picture, 'api-key-enforce')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit the API key' })).toBeVisible()
  await show(page, picture, 'api-key-edit')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/api-keys/${leaked.id}`)
  await page.getByRole('button', { name: 'Rotate now' }).click()
  await page.getByLabel('Grace period').selectOption('One week')
  await show(page, picture, 'api-key-rotate')
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.locator('[data-secret]')).toBeVisible()
  await show(page, picture, 'api-key-rotated')
})
