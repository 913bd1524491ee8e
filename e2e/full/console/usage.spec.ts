import { readFile } from 'node:fs/promises'
import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

test('behavior: the usage shows today’s wallets in a chart and in its table, and the URL has the period', async ({
  stack,
  sharedAdmin: admin,
}) => {
  test.slow()
  const { page } = admin
  await newWallet(stack, admin)
  await page.goto('/usage')
  await expect(page.getByRole('heading', { name: 'Usage' })).toBeVisible()
  const chart = page.getByRole('slider', { name: 'Wallets created by day' })
  await expect(chart).toBeVisible()
  const card = locateCard(page, 'Wallets created')
  await card.getByText('Show as a table').click()
  const table = card.getByRole('table', { name: 'Wallets created by day' })
  // Thirty days and the header row.
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(1)).not.toHaveText('0')
  await page.getByLabel('Period').selectOption('7')
  await expect(page).toHaveURL(/[?&]days=7$/)
  await expect(table.getByRole('row')).toHaveCount(8)
  await page.reload()
  await expect(page.getByLabel('Period')).toHaveValue('7')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('walletsCreated')
  expect(lines.length).toBeGreaterThanOrEqual(8)
})
