import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: the palette finds pages, actions and wallets, and is used with the keyboard alone', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Zebra crossing' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  expect(await inspect(page)).toEqual([])
  await page.keyboard.type('address b')
  await expect(palette.getByRole('option', { name: 'Address book', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/address-book')
  await expect(palette).toBeHidden()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('zebra')
  await expect(palette.getByRole('option', { name: /Zebra crossing/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/wallets/${wallet.address}`, 'i'))

  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})
