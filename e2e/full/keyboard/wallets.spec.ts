import type { Page } from '@playwright/test'
import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { choose, escape, expectFocusKept, press, type } from '#e2e/fixtures/keyboard.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Submits the completed form, confirms, and waits on the transaction's page until the transaction is confirmed. */
async function sendByKeys(page: Page, title: string): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Review', exact: true }))
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expectFocusKept(page)
  await press(page, locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }))
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
}

test('behavior: with the keyboard, the whole balance of a token is sent, with the token chosen by arrow keys', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Keys purse', coins: '12500000' })
  const friend = await newWallet(stack, admin, { label: 'Keys friend' })
  await page.goto(`/wallets/${wallet.address}`)
  await press(page, page.getByRole('link', { name: 'Send', exact: true }).first())
  const to = page.getByLabel('To', { exact: true })
  await expect(page.getByRole('button', { name: 'All: 12.5' })).toBeVisible()
  await expect(page.locator('datalist option', { hasText: 'Keys friend' })).toHaveCount(1)
  await type(page, to, friend.address)
  await expect(to).toHaveAccessibleDescription('Your wallet “Keys friend”.')
  await choose(page, page.getByLabel('Token'), 'Another token, by its address')
  await expect(page.getByLabel('Contract address')).toBeVisible()
  await choose(page, page.getByLabel('Token'), /^DEMO/)
  await press(page, page.getByRole('button', { name: 'All: 12.5' }))
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.5')
  await sendByKeys(page, 'Send 12.5 DEMO')
})

test('behavior: with the keyboard, an allowance is set and revoked, each view of the wallet opened, and a backup address set', async ({
  stack,
  admin,
}) => {
  test.slow()
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Keys holder', coins: '1000000' })
  await page.goto(`/wallets/${wallet.address}/send`)
  await choose(page, page.getByLabel('What do you want to do?'), 'Approve token spending')
  await type(page, page.getByLabel('Spender'), FRIEND)
  await type(page, page.getByLabel('Amount', { exact: true }), '0.5')
  await sendByKeys(page, 'Approve spending 0.5 DEMO')

  await page.goto(`/wallets/${wallet.address}`)
  const tabs = page.getByRole('navigation', { name: 'Wallet' })
  for (const name of ['Assets', 'Activity', 'Security', 'Approvals']) {
    await press(page, tabs.getByRole('link', { name }))
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`))
    await expectFocusKept(page)
  }
  await press(page, locateCard(page, 'Approvals').getByRole('button', { name: /^Revoke/ }))
  await expect(page.getByRole('dialog', { name: 'Revoke this approval?' })).toContainText('0.5 DEMO')
  await press(page, locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }))
  await expect(page.getByText('No approvals')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.goto(`/wallets/${wallet.address}/security`)
  const name = page.getByRole('button', { name: 'Set a backup address' })
  const dialog = page.getByRole('dialog', { name: 'Set a backup address' })
  await press(page, name)
  await expect(dialog.getByLabel('New backup address')).toBeVisible()
  await escape(page, dialog, name)
  await page.keyboard.press('Enter')
  await type(page, dialog.getByLabel('New backup address'), FRIEND)
  await press(page, dialog.getByRole('button', { name: 'Check and sign' }))
  await press(page, dialog.getByRole('button', { name: 'Confirm with passkey' }))
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Done' })).toBeFocused({
    timeout: 60_000,
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(locateCard(page, 'Backup and recovery')).toContainText(FRIEND)
  await expect(page.getByRole('button', { name: 'Change the backup address' })).toBeFocused()
})
