import { expect, test } from '#e2e/fixtures/product-world.ts'

const FIELD = 'Contract address'

test('behavior: the allowed list has every token of the sandbox, and the demo coin resolves to its on-chain data', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto('/tokens')
  const table = page.getByRole('table', { name: 'Allowed tokens' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(table).toContainText('DEMO')
  await page.getByLabel(FIELD).fill(`  ${tokens.erc20.toLowerCase()} `)
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('On the allowed list.')).toBeVisible()
  await expect(page.locator('dl')).toContainText('Demo Coin')
  await expect(page.locator('dl')).toContainText('6')
  await expect(page).toHaveURL(new RegExp(`address=${tokens.erc20}`, 'i'))
  await page.reload()
  await expect(page.getByText('On the allowed list.')).toBeVisible()
})

test('error: garbage, a typo and a non-token address are reported at the field, which keeps the input', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto(`/tokens?address=${tokens.erc20}`)
  await expect(page.getByText('On the allowed list')).toBeVisible()
  const field = page.getByLabel(FIELD)
  const cases: [typed: string, message: RegExp][] = [
    ['hello', /0x/],
    ['0x52908400098527886E0F7030069857d2E4169EE7', /its checksum .* does not match/],
    ['0x52908400098527886E0F7030069857D2E4169EE7', /no contract|token/i],
  ]
  for (const [typed, message] of cases) {
    await field.fill(typed)
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(message)
    await expect(field).toHaveValue(typed)
    await expect(page.getByText('On the allowed list')).toBeHidden()
  }
})
