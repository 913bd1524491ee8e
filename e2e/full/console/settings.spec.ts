import { approvalLink } from '#e2e/fixtures/approver-steps.ts'
import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService, setFee } from '#e2e/fixtures/service.ts'
import { createWallet } from '#e2e/fixtures/spec-client.ts'

const TREASURY = '0x52908400098527886E0F7030069857D2E4169EE7'

test.afterEach(({ stack }) => setFee(stack, null))

test('behavior: a fee is set in human units, survives a reload, applies at once, and is cleared again', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto('/settings')
  await page.getByRole('radio', { name: /A fixed fee/ }).check()
  await page.getByRole('textbox', { name: 'Fee for each transaction' }).fill('0.250001')
  await page.getByLabel('Fees go to').fill(TREASURY)
  await locateCard(page, 'Transaction fee').getByRole('button', { name: 'Save' }).click()
  const ask = page.getByRole('dialog', { name: 'Charge this fee?' })
  await expect(ask).toContainText(`costs the wallet 0.250001 DEMO, paid to ${TREASURY}`)
  await ask.getByRole('button', { name: 'Save' }).click()
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
  await locateCard(page, 'Transaction fee').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await callService(stack, 'GET', '/org/fees')).toMatchObject({ content: { fee: null } })
  await page.reload()
  await expect(page.getByRole('radio', { name: /No fee/ })).toBeChecked()
})

test('error: an invalid fee is reported at its field, all input stays, and nothing is saved', async ({
  stack,
  sharedAdmin: { page },
}) => {
  await page.goto('/settings')
  await page.getByRole('radio', { name: /A fixed fee/ }).check()
  const amount = page.getByRole('textbox', { name: 'Fee for each transaction' })
  const receiver = page.getByLabel('Fees go to')
  const save = locateCard(page, 'Transaction fee').getByRole('button', { name: 'Save' })
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

test('behavior: the fee form shows the cost of a creation and a transaction, and where fees would be lost', async ({
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
  await locateCard(page, 'Transaction fee').getByRole('button', { name: 'Save' }).click()
  await expect(receiver).toHaveAccessibleDescription(/zero address/)
})

test('behavior: an owner’s JPEG becomes the logo that an end-user sees before enrolling, and none of its bytes remain', async ({
  stack,
  visit,
  sharedAdmin: { page },
}) => {
  await page.goto('/settings')
  const jpeg = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(600, 300)
    canvas.getContext('2d')?.fillRect(0, 0, 300, 300)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const secret = Buffer.from('<script>Mallory</script>')
  const buffer = Buffer.concat([Buffer.from(jpeg), secret])
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer })
  const preview = page.getByRole('img', { name: 'Logo' })
  await expect(preview).toBeVisible()
  await expect(preview).toHaveJSProperty('naturalWidth', 128)

  const email = uniqueEmail('branded')
  await createWallet(stack, email, { externalUserId: email })
  const { page: app } = await visit({ baseURL: stack.url })
  const loaded = app.waitForResponse(/\/approve\/api\/logos\/[0-9a-f]{64}$/)
  await app.goto(await approvalLink(stack, email, 'invite'))
  const picture = await loaded
  expect(picture.headers()['content-type']).toBe('image/png')
  expect((await picture.body()).includes('Mallory')).toBe(false)
  await expect(app.locator('main .brand img')).toHaveJSProperty('naturalWidth', 128)
  await expect(app.locator('.brand').last()).toHaveText('Demo')

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
})
