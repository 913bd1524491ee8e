import { joinedPerson } from '#e2e/fixtures/join.ts'
import { confirmTyped, escape, expectFocusKept, press, tabTo } from '#e2e/fixtures/keyboard.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

test('behavior: in a narrow window the menu is opened, left and used with the keyboard, and the next page’s title has the focus', async ({
  admin: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/wallets')
  const open = page.getByRole('button', { name: 'Open the menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await press(page, open)
  await escape(page, menu, open)
  await page.keyboard.press('Enter')
  await press(page, menu.getByRole('link', { name: 'Address book' }))
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/address-book')
  await expect(page.getByRole('heading', { name: 'Address book' })).toBeFocused()
  await press(page, open)
  await press(page, menu.getByRole('button', { name: 'Search', exact: true }))
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await escape(page, palette, open)
})

test('behavior: with the keyboard, an organization is created from the switcher, left for another, and deleted by its name', async ({
  stack,
  admin,
  visit,
}) => {
  test.slow()
  const owner = { role: 'Owner', name: 'Olga Keys' }
  const { page } = await joinedPerson({ stack, admin, visit }, owner)
  const switcher = (name: string) => page.getByRole('button', { name: `Organization: ${name}. Switch` })
  await press(page, switcher('Demo'))
  await press(page, page.getByRole('button', { name: 'New organization' }))
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Keys Ltd')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Domains', level: 1 })).toBeVisible()
  await expectFocusKept(page)

  for (const [from, to] of [
    ['Keys Ltd', 'Demo'],
    ['Demo', 'Keys Ltd'],
  ] as const) {
    await press(page, switcher(from))
    await press(
      page,
      page.getByRole('list', { name: 'Your organizations' }).getByRole('button', { name: to }),
    )
    await expect(switcher(to)).toBeVisible()
    await expectFocusKept(page)
  }
  await press(page, page.getByRole('link', { name: 'Settings', exact: true }))
  const remove = page.getByRole('button', { name: 'Delete organization' })
  await press(page, remove)
  await escape(page, page.getByRole('dialog', { name: 'Delete this organization?' }), remove)
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await confirmTyped(page, 'Delete this organization?', 'Keys Ltd')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Keys Ltd')).toHaveCount(0)
  await expectFocusKept(page)
})
