import { approve, approveToEnd, FRIEND, holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { balanceOf } from '#e2e/fixtures/chain.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

test('error: a wrong number moves nothing', async ({ stack, visit }) => {
  const { app, number } = await holdTransfer(stack, () => visit(), 'Paul')
  const before = await balanceOf(stack, FRIEND)
  await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  const shown = app.locator('.numbers span')
  await expect(shown).toHaveCount(3)
  const numbers = await shown.allInnerTexts()
  await approve(app, numbers.find((candidate) => candidate !== number) ?? '')
  await expect(app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
  expect(await balanceOf(stack, FRIEND)).toBe(before)
})

test('error: a closed passkey prompt decides nothing, and the next try decides once', async ({
  stack,
  visit,
}) => {
  const { app, authenticator, number } = await holdTransfer(stack, () => visit(), 'Quinn')
  const before = await balanceOf(stack, FRIEND)
  await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  await expect(app.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  await authenticator.setVerified(false)
  await approve(app, number)
  await expect(app.getByRole('alert')).toContainText('Nothing was changed')
  expect(await balanceOf(stack, FRIEND)).toBe(before)
  await authenticator.setVerified(true)
  await approveToEnd(app, number)
  expect((await balanceOf(stack, FRIEND)) - before).toBe(1_500_000n)
})
