import { createHash } from 'node:crypto'
import { locateCard, confirmByName } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

test('behavior: a domain is added, its verification is checked and reported, and it is removed by typing its name', async ({
  sharedAdmin: { page },
}) => {
  await page.goto('/domains')
  for (const domain of ['localhost', 'shop.localhost']) {
    const hash = createHash('sha256').update(domain).digest('hex')
    const card = locateCard(page, domain)
    await expect(card).toContainText(`0x${hash}`)
    await expect(card).toContainText('Verified')
  }
  await page.getByLabel('Domain', { exact: true }).fill('https://no.example/path')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText(/Must be a host name/)).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill('latchkey-e2e.invalid.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  const card = locateCard(page, 'latchkey-e2e.invalid.example')
  await expect(card).toContainText('_latchkey.latchkey-e2e.invalid.example')
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card.getByText('Record not found yet')).toBeVisible({ timeout: 30_000 })
  await card.getByRole('button', { name: 'Remove', exact: true }).click()
  await confirmByName(page, 'Remove this domain?', 'latchkey-e2e.invalid.example', 'Remove domain')
  await expect(card).toHaveCount(0)
})
