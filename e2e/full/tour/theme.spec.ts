import { openDemoShop } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { widgetOf } from '#e2e/fixtures/widget-steps.ts'

test.beforeEach(() => test.slow())

test('behavior: the page for the widget theme is accessible, in both themes and at both widths', async ({
  admin: { page },
  picture,
}) => {
  await openDemoShop(page)
  await expect(page.getByRole('tab', { name: 'React' })).toBeVisible()
  await show(page, picture, 'integration')
  await page.getByRole('tab', { name: 'React' }).click()
  await show(page, picture, 'integration-react')
  await page.getByRole('link', { name: 'Widget theme' }).click()
  await expect(widgetOf(page).locator('h2')).toHaveText('Create your wallet')
  await show(page, picture, 'integration-theme')
  await page.getByLabel('Accent, light').fill('#1d5b43')
  await page.getByRole('slider', { name: 'Corners' }).fill('2')
  await page.getByLabel('Language of the widget').selectOption('de')
  await expect(widgetOf(page).locator('h2')).toHaveText('Wallet erstellen')
  await show(page, picture, 'integration-theme-chosen')
  // On wide pages, the menu with the language is already open.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('de')
  await expect(page.getByRole('heading', { name: 'Widget theme' })).toBeHidden()
  await show(page, picture, 'integration-theme-de')
})
