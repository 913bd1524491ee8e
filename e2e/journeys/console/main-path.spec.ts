import { expect, test } from '#e2e/fixtures/product-world.ts'
import { confirmSend, reviewSend } from '#e2e/fixtures/send-steps.ts'
import { createWallet, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7'

test('behavior: an administrator creates a wallet, receives demo coins, sends some and sees them confirmed', async ({
  stack,
  consolePage: page,
}) => {
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await page.getByRole('link', { name: 'New wallet' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(locateWidget(page)).toBeVisible()
  const address = await createWallet(page, stack, 'treasury@example.com')
  await page.getByRole('link', { name: 'Open the wallet' }).click()
  await expect(page).toHaveURL(new RegExp(`/wallets/${address}$`, 'i'))

  await page.getByRole('button', { name: 'Get 100 DEMO' }).first().click()
  await expect(page.getByText('Demo Coin')).toBeVisible()

  await page.getByRole('link', { name: 'Send', exact: true }).first().click()
  await reviewSend(page, RECIPIENT, '12.5')
  await expect(locateWidget(page)).toContainText('12.5')
  // The confirmation is in the viewport without scrolling.
  await expect(locateWidget(page).getByRole('button', { name: 'Confirm with passkey' })).toBeInViewport({
    ratio: 1,
  })
  await confirmSend(page)
  await expect(page.getByRole('heading', { name: 'Send 12.5 DEMO' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()

  await page.goBack()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.5')
  await page.getByLabel('Amount', { exact: true }).fill('0.5')
  await page.reload()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('0.5')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(RECIPIENT)
  await page.goto(`/wallets/${address}/activity`)
  const activity = page.getByRole('table', { name: 'Activity, newest first' })
  await expect(activity.getByRole('row', { name: /Send 12\.5 DEMO/ })).toContainText('Confirmed')
  await expect(activity.getByRole('row', { name: /Minted 100 DEMO/ })).toBeVisible()
})
