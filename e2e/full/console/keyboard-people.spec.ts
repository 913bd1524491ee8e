import { mailsTo } from '#e2e/fixtures/inbox.ts'
import { joinByLink } from '#e2e/fixtures/join.ts'
import { press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

test('behavior: somebody is invited and given another role, without a mouse', async ({
  stack,
  admin: { page },
  visit,
}) => {
  const email = uniqueEmail('hands')
  await page.goto('/members')
  await press(page, page.getByRole('button', { name: 'Invite', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await tabTo(page, dialog.getByRole('radio', { name: /^Read-only/ }))
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('radio', { name: /^Operator/ })).toBeChecked()
  await type(page, dialog.getByLabel('Email'), email)
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Invitation as Operator' })
  const link = await made.locator('[data-secret]').innerText()
  await press(page, made.getByRole('button', { name: 'Done' }))
  await expect(made).toBeHidden()
  await expect
    .poll(async () => (await mailsTo(stack, email)).some(({ text }) => text.includes(link)))
    .toBe(true)

  const guest = await visit({ baseURL: stack.url })
  await joinByLink(guest.page, link, 'Tabitha Keys')
  await page.reload()
  await press(page, page.getByRole('button', { name: 'Manage Tabitha Keys' }))
  const manage = page.getByRole('dialog', { name: 'Tabitha Keys' })
  await tabTo(page, manage.getByRole('radio', { name: /^Operator/ }))
  await page.keyboard.press('ArrowDown')
  await press(page, manage.getByRole('button', { name: 'Change role' }))
  await expect(manage).toBeHidden()
  await expect(page.getByRole('row', { name: /Tabitha Keys/ })).toContainText('Read-only')
  await expect(page.getByRole('button', { name: 'Manage Tabitha Keys' })).toBeFocused()
})

test('behavior: theme and language are chosen without a mouse, and the focus stays on the choice', async ({
  stack,
  administrator,
  visit,
}) => {
  const { page } = await visit({ baseURL: stack.url, storageState: administrator.storageState })
  await page.goto('/wallets')
  await press(page, page.getByRole('button', { name: 'Dark theme' }), 'Space')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark theme' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Dark theme' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'System theme' }))
  await tabTo(page, page.getByRole('combobox', { name: 'Language' }))
  await page.keyboard.type('Es')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('combobox', { name: 'Idioma' })).toBeFocused()
  for (const language of ['de', 'en']) {
    await page.keyboard.press('ArrowUp')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused()
})
