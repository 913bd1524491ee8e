import { callService, setFee } from '#e2e/fixtures/service.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

const TREASURY = '0x52908400098527886E0F7030069857D2E4169EE7'

test.afterEach(({ stack }) => setFee(stack, null))

test('behavior: a fee is set in human units, survives a reload, holds at once, and is cleared again', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto('/settings')
  await page.getByRole('radio', { name: /A fixed fee/ }).check()
  await page.getByRole('textbox', { name: 'Fee for each transaction' }).fill('0.250001')
  await page.getByLabel('Fees go to').fill(TREASURY)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await callService(stack, 'GET', '/baas/config')).toMatchObject({
    content: {
      fee: { tokenAddress: tokens.erc20, amountPerTransaction: '250001', withdrawAddress: TREASURY },
    },
  })
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Fee for each transaction' })).toHaveValue('0.250001')
  await expect(page.getByLabel('Fees go to')).toHaveValue(TREASURY)

  await page.getByRole('radio', { name: /No fee/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await callService(stack, 'GET', '/org/fees')).toMatchObject({ content: { fee: null } })
  await page.reload()
  await expect(page.getByRole('radio', { name: /No fee/ })).toBeChecked()
})

test('error: a fee that is none is told at its field, nothing typed is lost, and nothing is saved', async ({
  stack,
  sharedAdmin: { page },
}) => {
  await page.goto('/settings')
  await page.getByRole('radio', { name: /A fixed fee/ }).check()
  const amount = page.getByRole('textbox', { name: 'Fee for each transaction' })
  const receiver = page.getByLabel('Fees go to')
  const save = page.getByRole('button', { name: 'Save' })
  const amounts = ['', '0', '-1', '1,5', '0.1234567', 'much']
  for (const typed of amounts) {
    await amount.fill(typed)
    await receiver.fill('0x12')
    await save.click()
    await expect(amount, typed).toHaveAttribute('aria-invalid', 'true')
    await expect(receiver, typed).toHaveAttribute('aria-invalid', 'true')
    await expect(amount).toHaveValue(typed)
    await expect(receiver).toHaveValue('0x12')
  }
  await expect(amount).toHaveAccessibleDescription(/number/i)
  expect(await callService(stack, 'GET', '/org/fees')).toMatchObject({ content: { fee: null } })
  await amount.fill('1.5')
  await receiver.fill('0x52908400098527886E0F7030069857d2E4169EE7')
  await save.click()
  await expect(amount).toHaveAttribute('aria-invalid', 'false')
  await expect(receiver).toHaveAccessibleDescription(/checksum/)
  expect(await callService(stack, 'GET', '/org/fees')).toMatchObject({ content: { fee: null } })
})

test('behavior: a fee in the form says what a creation and a transaction will cost, and where fees would be lost', async ({
  sharedAdmin: { page },
}) => {
  await page.goto('/settings')
  const meaning = page.getByRole('region', { name: 'What this means' })
  await expect(meaning).toContainText('Creating a wallet costs nothing')
  await page.getByRole('radio', { name: /A fixed fee/ }).check()
  await page.getByRole('textbox', { name: 'Fee for each transaction' }).fill('0.25')
  await expect(meaning).toContainText('is refused until the new wallet’s address holds 0.25 DEMO')
  await expect(meaning).toContainText('You receive 25 DEMO for 100 transactions')
  const receiver = page.getByLabel('Fees go to')
  await receiver.fill('0x0000000000000000000000000000000000000000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(receiver).toHaveAccessibleDescription(/zero address/)
})
