import { confirmByName } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const FIELD = 'Contract address'

test('behavior: a token is removed from the list, allowed again under another symbol, and restored', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto('/tokens')
  const row = (symbol: string) => page.getByRole('row', { name: new RegExp(symbol) })
  const remove = async (symbol: string) => {
    await row(symbol).getByRole('button', { name: 'Remove' }).click()
    const dialog = await confirmByName(page, 'Remove this token from the list?', symbol, 'Remove token')
    await expect(dialog).toBeHidden()
  }
  await remove('DMUL')
  await expect(row('DMUL')).toContainText('Removed')

  await page.getByLabel(FIELD).fill(tokens.erc1155)
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('Not on the allowed list.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Our own words')
  await page.getByLabel('Symbol', { exact: true }).fill('OURS\u202e')
  await page.getByRole('button', { name: 'Allow this token' }).click()
  await expect(page.getByLabel('Symbol', { exact: true })).toHaveAccessibleDescription(/invisible characters/)
  await page.getByLabel('Symbol', { exact: true }).fill('OURS')
  await page.getByRole('button', { name: 'Allow this token' }).click()
  await expect(row('OURS')).toContainText('Yours')
  await expect(page.getByText('On the allowed list.')).toBeVisible()
  expect(await inspect(page)).toEqual([])

  await remove('OURS')
  await row('DMUL').getByRole('button', { name: 'Restore' }).click()
  await expect(row('DMUL').getByRole('button', { name: 'Remove' })).toBeVisible()
})
