import { openDemoShop } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

test.beforeEach(() => test.slow())

test('behavior: the snippets of an integration are accessible, in both themes and at both widths', async ({
  admin: { page },
  picture,
}) => {
  await openDemoShop(page)
  await expect(page.getByRole('tab', { name: 'React' })).toBeVisible()
  await show(page, picture, 'integration')
  await page.getByRole('tab', { name: 'React' }).click()
  await show(page, picture, 'integration-react')
})
