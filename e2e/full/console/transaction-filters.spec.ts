import { enrolledCustomer, hold } from '#e2e/fixtures/held-calls.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

test('behavior: the list is filtered by kind of call and by token, and the URL keeps the filters', async ({
  stack,
  visit,
  sharedAdmin: { page },
  picture,
}) => {
  test.slow()
  const name = 'Katherine Johnson'
  await hold(stack, await enrolledCustomer(stack, () => visit(), name), { amount: '4470000' })
  await page.goto(`/transactions?user=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toHaveCount(1)
  await page.getByLabel('Kind of call').selectOption('Allowances and approvals')
  await expect(page.getByText('No transaction found')).toBeVisible()
  await show(page, picture, 'transactions-filtered-none')
  // The last picture is that of a phone, where the filters are behind a button.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Kind of call').selectOption('Transfers')
  await expect(row).toHaveCount(1)
  const { tokens } = await stack.sandbox()
  await page.getByRole('combobox', { name: 'Token', exact: true }).selectOption({ label: 'DEMO' })
  await expect(row).toHaveCount(1)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('kind')).toBe('transfer')
  expect(searchParams.get('token')?.toLowerCase()).toBe(tokens.erc20.toLowerCase())
  await show(page, picture, 'transactions-filtered')
  await page.goto(`/transactions?user=${encodeURIComponent(name)}&token=${tokens.erc721}`)
  await expect(page.getByText('No transaction found')).toBeVisible()
})
