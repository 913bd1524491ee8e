import { holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: on a phone, amount, words, numbers and decisions are in sight at once, and the button says what is missing', async ({
  stack,
  visit,
}) => {
  const { shop, app, number } = await holdTransfer(stack, () => visit(), 'Pia')
  await app.setViewportSize({ width: 390, height: 844 })
  await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  const words = await locateWidget(shop).locator('.fingerprint').innerText()
  const missing = app.getByRole('button', { name: 'Pick the number first' })
  for (const shown of [
    app.getByRole('heading', { name: 'Send 1.5 DEMO' }),
    app.getByText(words),
    app.locator('.numbers span').first(),
    app.locator('.numbers span').last(),
    missing,
    app.getByRole('button', { name: 'Decline', exact: true }),
    app.getByRole('button', { name: 'I did not request this' }),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 })
  const width = (await missing.boundingBox())?.width ?? 0
  expect(width).toBeGreaterThan(350)

  await app.getByRole('radio', { name: number }).locator('..').click()
  await expect(app.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  // The bar covers nothing at the end of the page.
  await app.getByRole('combobox', { name: 'Language' }).scrollIntoViewIfNeeded()
  const language = await app.getByRole('combobox', { name: 'Language' }).boundingBox()
  const bar = await app.locator('.actions').boundingBox()
  expect((language?.y ?? 0) + (language?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})
