import { fillAuditLog } from '#e2e/fixtures/fill-audit-log.ts'
import { enrolledCustomer, hold } from '#e2e/fixtures/held-calls.ts'
import { press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: the palette finds pages, actions, a wallet, a transaction and a key, and works with the keyboard alone', async ({
  stack,
  admin,
  visit,
}) => {
  test.slow()
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Quicksilver vault' })
  const customer = await enrolledCustomer(stack, () => visit(), 'Pia Palette')
  const uuid = await hold(stack, customer)
  const key = await callService(stack, 'POST', '/org/keys', {
    body: { label: 'Palette backend', scopes: ['wallet:read'] },
  })
  const palette = page.getByRole('dialog', { name: /^(Command palette|Befehlspalette)$/ })
  const find = async (text: string, option: RegExp) => {
    // A page that has just been opened may not listen for the shortcut yet, so the shortcut is pressed again.
    await expect(async () => {
      if (!(await palette.isVisible())) await page.keyboard.press('Control+k')
      await expect(palette.getByRole('combobox')).toBeFocused({ timeout: 2_000 })
    }).toPass()
    await page.keyboard.type(text)
    const wanted = palette.getByRole('option', { name: option })
    await expect(wanted).toBeVisible()
    // Moves down to the entry, because Enter opens the one that the arrows have selected.
    await expect(async () => {
      if ((await wanted.getAttribute('aria-selected')) !== 'true') {
        await page.keyboard.press('ArrowDown')
        expect(await wanted.getAttribute('aria-selected')).toBe('true')
      }
    }).toPass({ intervals: [0] })
    await page.keyboard.press('Enter')
    await expect(palette).toBeHidden()
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  expect(await inspect(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await find('quicksilver', /^Quicksilver vault/)
  await expect(page).toHaveURL(new RegExp(`/wallets/${wallet.address}`, 'i'))
  await find('send quicksilver', /^Send from Quicksilver vault/)
  await expect(page).toHaveURL(new RegExp(`/wallets/${wallet.address}/send`, 'i'))
  await find('pia palette', /· Pia Palette/)
  await expect(page).toHaveURL(`/transactions/${uuid}`)
  await find(uuid, /^Open transaction/)
  await expect(page).toHaveURL(`/transactions/${uuid}`)
  await find('palette backend', /^Palette backend/)
  await expect(page).toHaveURL(`/api-keys/${String(Object(key.content).id)}`)
  await find('address b', /^Address book$/)
  await expect(page).toHaveURL('/address-book')
  await find('dark theme', /^Dark theme$/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await find('deutsch', /^Deutsch$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await find('english', /^English$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await fillAuditLog(page, stack.url)
  await find('export audit', /^Export the audit log/)
  await expect(page).toHaveURL('/audit')
  await press(page, page.getByRole('button', { name: 'List options' }))
  await tabTo(page, page.getByRole('button', { name: 'Export CSV' }))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await type(page, page.getByLabel('Search the audit log'), 'Ada')
  await expect(page).toHaveURL(/target=Ada/)
})
