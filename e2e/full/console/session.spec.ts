import { attachAuthenticator } from '#e2e/fixtures/authenticator.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, signIn, test } from '#e2e/fixtures/product-world.ts'
import { countRequests } from '#e2e/fixtures/proxy.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const SIGN_IN = 'Sign in with a passkey'

test('behavior: an ended session ends the widget’s too; both are renewed, and the transfer continues where it was', async ({
  stack,
  administrator,
  visit,
}) => {
  const own = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  const { page, context, authenticator } = own
  await signIn(page)
  const sessions = countRequests(page, 'POST', '/widget-session')
  const wallet = await newWallet(stack, own, { label: 'Seen from two tabs', coins: '10000000' })
  await page.goto(`/wallets/${wallet.address}/send?form=widget`)
  await expect(page.getByRole('heading', { name: 'Send tokens' })).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('0x52908400098527886E0F7030069857D2E4169EE7')
  await page.getByLabel('Amount').fill('1')
  const opened = sessions()

  // The session ends at the server without a message to any tab. To this tab, the session looks expired.
  const ended = await context.request.post('/api/sign-out', { headers: { origin: stack.url } })
  expect(ended.ok()).toBe(true)
  await authenticator.clear()
  await authenticator.add(administrator.passkey())
  // The widget's token has ended with the session, and the widget requests another one by itself.
  await page.getByRole('button', { name: 'Review' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm with your passkey' })
    .getByRole('button', { name: SIGN_IN })
    .click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expect(locateWidget(page)).toContainText('1 DEMO')
  expect(sessions()).toBeGreaterThan(opened)
})

test('behavior: after signing out in another tab this one shows nothing readable and says so, and signing in returns to its page', async ({
  stack,
  administrator,
  visit,
}) => {
  const own = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  const { page, context, authenticator } = own
  await signIn(page)
  const wallet = await newWallet(stack, own, { label: 'Of this organization' })
  await page.goto(`/wallets/${wallet.address}`)
  await expect(page.getByRole('heading', { name: 'Of this organization' })).toBeVisible()

  const other = await context.newPage()
  await attachAuthenticator(other)
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('button', { name: SIGN_IN })).toBeVisible()
  await other.close()

  await page.bringToFront()
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('body')).not.toContainText('Of this organization')
  await authenticator.clear()
  await authenticator.add(administrator.passkey())
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByRole('heading', { name: 'Of this organization' })).toBeVisible()
})
