import { openDemoShop } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: the snippet exists for each kind of build, and can be copied with the keyboard', async ({
  admin: { page },
}) => {
  await openDemoShop(page)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Script tag')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('integrity="sha384-')).toBeVisible()
  await tab('Script tag').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('ESM')).toBeFocused()
  await expect(page.getByText("from 'latchkey'", { exact: false })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText("from 'latchkey/react'")).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Script tag')).toBeFocused()
  expect(await inspect(page)).toEqual([])
})
