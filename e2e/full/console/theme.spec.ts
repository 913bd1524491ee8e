import { openDemoShop } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { widgetOf } from '#e2e/fixtures/widget-steps.ts'

test('behavior: a theme is tested on the widget itself, and its snippet can be copied', async ({
  admin: { page },
}) => {
  await openDemoShop(page)
  await page.getByRole('link', { name: 'Widget theme' }).click()
  await expect(page.getByText('Nothing to add: this is the default.')).toBeVisible()
  const preview = widgetOf(page)
  await expect(preview.locator('h2')).toHaveText('Create your wallet')

  await test.step('a color applies at once', async () => {
    await page.getByLabel('Accent, light').fill('#1d5b43')
    await expect(page.getByText('--latchkey-accent: light-dark(#1d5b43, #8db0ff);')).toBeVisible()
    await page.getByLabel('Light or dark').selectOption('light')
    await expect(preview.locator('button.main')).toHaveCSS('background-color', 'rgb(29, 91, 67)')
    await expect(page.getByText('theme="light"')).toBeVisible()
  })

  await test.step('so do corners and the language', async () => {
    await page.getByRole('slider', { name: 'Corners' }).fill('0')
    await expect(preview.locator('[part=card]')).toHaveCSS('border-top-left-radius', '0px')
    await page.getByLabel('Language of the widget').selectOption('ar')
    await expect(preview.locator('h2')).toHaveText('أنشئ محفظتك')
    await expect(page.getByText('locale="ar"')).toBeVisible()
  })

  await test.step('low contrast is reported', async () => {
    await page.getByLabel('Text colour, light').fill('#cccccc')
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Text on the background, light' }),
    ).toContainText('Too little')
    expect((await inspect(page)).filter((finding) => !finding.includes('latchkey-wallet'))).toEqual([])
  })

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Nothing to add: this is the default.')).toBeVisible()
  await expect(preview.locator('h2')).toHaveText('Create your wallet')
})

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
