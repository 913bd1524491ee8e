import { approvalLink, approveToEnd, holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { writeDocsPicture } from '#e2e/fixtures/docs-picture.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { newCustomer } from '#e2e/fixtures/shop.ts'
import { show } from '#e2e/fixtures/tour.ts'

test('behavior: the approval app is accessible, in both themes and widths', async ({
  stack,
  visit,
  picture,
}) => {
  test.setTimeout(180_000)
  await test.step('signed out, and invited', async () => {
    const { page } = await visit()
    await page.goto(`${stack.url}/approve`)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await show(page, picture, 'approver-sign-in')
    const { page: shop } = await visit()
    const { email } = await newCustomer(shop, stack, 'Tour')
    await page.goto(await approvalLink(stack, email, 'invite'))
    await expect(page.getByRole('button', { name: 'Create approval passkey' })).toBeVisible()
    await show(page, picture, 'approver-enrol')
    await page.getByRole('button', { name: 'Create approval passkey' }).click()
    await expect(page.getByText('No pending approvals.')).toBeVisible()
    await show(page, picture, 'approver-inbox-empty')
  })
  const { app, number, shop } = await holdTransfer(stack, () => visit(), 'Rita')
  await show(shop, picture, 'widget-held')
  await show(app, picture, 'approver-inbox')
  await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  await expect(app.getByRole('radio').first()).toBeAttached()
  await writeDocsPicture(app, 'approval')
  await show(app, picture, 'approver-transaction')
  await approveToEnd(app, number)
  await show(app, picture, 'approver-confirmed')
  await app.getByRole('link', { name: 'History' }).click()
  await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toBeVisible()
  await show(app, picture, 'approver-history')
})
