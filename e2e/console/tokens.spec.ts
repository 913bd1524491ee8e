import { expect, test } from '#e2e/fixtures/test.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const FIELD = 'Contract address'

test('behavior: the allowed list names every token of the sandbox, and the demo coin resolves to what it says', async ({
  stack,
  admin: { page },
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

test('error: garbage, a typing mistake and an address that is no token are told at the field, which keeps them', async ({
  stack,
  admin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto(`/tokens?address=${tokens.erc20}`)
  await expect(page.getByText('On the allowed list')).toBeVisible()
  const field = page.getByLabel(FIELD)
  const cases: [typed: string, message: RegExp][] = [
    ['hello', /0x/],
    ['0x52908400098527886E0F7030069857d2E4169EE7', /its checksum .* does not fit/],
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

test('behavior: a token is taken off the list, allowed again under another symbol, and put back as it was', async ({
  stack,
  admin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto('/tokens')
  const row = (symbol: string) => page.getByRole('row', { name: new RegExp(symbol) })
  const remove = async (symbol: string) => {
    await row(symbol).getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take this token off the list?' })
    await dialog.getByRole('textbox').fill(symbol)
    await dialog.getByRole('button', { name: 'Remove token' }).click()
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
  await row('DMUL').getByRole('button', { name: 'Put back' }).click()
  await expect(row('DMUL').getByRole('button', { name: 'Remove' })).toBeVisible()
})
