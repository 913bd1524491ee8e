import { approve, FRIEND, holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

test('error: a wrong number moves nothing', async ({ stack, visit }) => {
  const { app, number } = await holdTransfer(stack, () => visit(), 'Paul')
  const before = await readBalance(stack, FRIEND)
  await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  const shown = app.locator('.numbers span')
  await expect(shown).toHaveCount(3)
  const numbers = await shown.allInnerTexts()
  await approve(app, numbers.find((candidate) => candidate !== number) ?? '')
  await expect(app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
  expect(await readBalance(stack, FRIEND)).toBe(before)
})
