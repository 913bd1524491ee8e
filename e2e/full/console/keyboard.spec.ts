import { press, type } from '#e2e/fixtures/keyboard.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

test('behavior: a dialog keeps the focus inside and gives it back where it was', async ({
  admin: { page },
}) => {
  await page.goto('/integrations')
  await page
    .getByRole('table')
    .getByRole('link', { name: /Demo shop/ })
    .click()
  const revoke = page.getByRole('button', { name: 'Revoke' })
  await press(page, revoke)
  const dialog = page.getByRole('dialog', { name: 'Revoke this integration?' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await page.keyboard.press('Tab')
    // Between its last and its first control the focus is with the browser itself, and never behind the dialog.
    const isBehind = () => {
      const active = document.activeElement
      return active !== document.body && active?.closest('dialog') === null
    }
    expect(await page.evaluate(isBehind)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(revoke).toBeFocused()
})

test('behavior: a button that is busy keeps the focus, so that the next key goes where the last one went', async ({
  admin: { page },
}) => {
  await page.goto('/settings')
  const save = page.getByRole('button', { name: 'Save' })
  const answered = page.waitForResponse('**/api/org/fees')
  await press(page, save)
  await answered
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(save).toBeEnabled()
  await expect(save).toBeFocused()
  await page.goto('/tokens')
  const lookUp = page.getByRole('button', { name: 'Look up' })
  await type(page, page.getByLabel('Contract address'), '0x52908400098527886E0F7030069857D2E4169EE7')
  await press(page, lookUp)
  await expect(page.getByLabel('Contract address')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('main :focus')).toHaveCount(1)
})
