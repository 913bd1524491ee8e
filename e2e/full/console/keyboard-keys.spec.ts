import type { Page } from '@playwright/test'
import { press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

/** The step of a dialog that shows a secret. */
async function storeSecret(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.locator('[data-secret]')).toBeVisible()
  await press(page, dialog.getByRole('checkbox'), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
}

test('behavior: an API key is issued, its secret stored, and it is revoked by its name, without a mouse', async ({
  admin: { page },
}) => {
  await page.goto('/api-keys')
  await press(page, page.getByRole('link', { name: 'New API key' }))
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/must not be empty/i)
  await page.keyboard.type('Typed by hand')
  await press(page, page.getByRole('checkbox', { name: /^wallet:read/ }), 'Space')
  await tabTo(page, page.getByLabel('Expiry'))
  await page.keyboard.press('ArrowDown')
  await press(page, page.getByRole('button', { name: 'Issue key' }))
  await storeSecret(page, '“Typed by hand” is ready')

  const row = page.getByRole('row', { name: /Typed by hand/ })
  await press(page, page.getByRole('button', { name: 'Revoke Typed by hand' }))
  const dialog = page.getByRole('dialog', { name: 'Revoke this API key?' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Typed by hand')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Revoked')
})

test('behavior: a webhook endpoint is added and a delivery resent, without a mouse', async ({
  admin: { page },
  receiver,
}) => {
  test.slow()
  receiver.answer(500)
  await page.goto('/webhooks')
  await press(page, page.getByRole('link', { name: /^(New endpoint|Add the first endpoint)$/ }).first())
  await expect(page.getByLabel('URL')).toBeFocused()
  await page.keyboard.type(receiver.url)
  await type(page, page.getByLabel('Description'), 'By the keyboard')
  await tabTo(page, page.getByRole('radio', { name: /^All events/ }))
  await page.keyboard.press('ArrowDown')
  await press(page, page.getByRole('checkbox', { name: /^wallet\.created/ }), 'Space')
  await press(page, page.getByRole('button', { name: 'Add endpoint' }))
  await storeSecret(page, 'The endpoint is ready')

  const log = page.getByRole('list', { name: 'Deliveries, newest first' })
  await press(page, page.getByRole('button', { name: 'Send test event' }))
  await expect(log).toContainText('Retrying')
  receiver.answer(200)
  await press(page, page.getByRole('button', { name: /^Resend / }))
  await expect(log).toContainText('Delivered')
  await press(page, log.locator('summary').first())
  await expect(log.getByRole('list', { name: 'Attempts, newest first' })).toContainText('Answered with 200')
})
