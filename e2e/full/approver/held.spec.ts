import { approvalLink, approve, approveToEnd, FRIEND, holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { readHash, locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: a held transfer appears in the approval app, is approved there with number and passkey, and ends confirmed on both screens', async ({
  stack,
  visit,
}) => {
  const { shop, app, address, number, email } = await holdTransfer(stack, () => visit(), 'Nora')
  const before = await readBalance(stack, FRIEND)
  await test.step('the inbox shows it without a reload, decoded from its bytes', async () => {
    const row = app.getByRole('link', { name: /Send 1\.5 DEMO/ })
    await expect(row).toBeVisible()
    await row.click()
    await expect(app.getByText(new RegExp(FRIEND, 'i')).first()).toBeVisible()
    await expect(app.getByText(new RegExp(address, 'i')).first()).toBeVisible()
    const words = await locateWidget(shop).locator('.fingerprint').innerText()
    await expect(app.getByText(words)).toBeVisible()
    expect(await readBalance(stack, FRIEND)).toBe(before)
  })
  await test.step('the mail leads to the same page and never contains the number', async () => {
    const link = await approvalLink(stack, email, 'transaction')
    expect(app.url()).toBe(link)
  })
  await approveToEnd(app, number)
  await expect(locateWidget(shop).getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await readHash(shop)
  expect((await readBalance(stack, FRIEND)) - before).toBe(1_500_000n)
})

test('error: a closed passkey prompt decides nothing, and the next attempt decides once', async ({
  stack,
  visit,
}) => {
  const { app, authenticator, number } = await holdTransfer(stack, () => visit(), 'Quinn')
  const before = await readBalance(stack, FRIEND)
  await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  await expect(app.getByRole('button', { name: 'Pick the number first' })).toBeDisabled()
  await authenticator.setVerified(false)
  await approve(app, number)
  await expect(app.getByRole('alert')).toContainText('Nothing was changed')
  expect(await readBalance(stack, FRIEND)).toBe(before)
  await authenticator.setVerified(true)
  await approveToEnd(app, number)
  expect((await readBalance(stack, FRIEND)) - before).toBe(1_500_000n)
})
