import { forgive } from '#e2e/fixtures/complaints.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

test('behavior: changes from elsewhere appear by themselves, including those during a server outage', async ({
  stack,
  admin,
  complaints,
  picture,
}) => {
  test.slow()
  const { page } = admin
  const navigation = page.getByRole('complementary')
  await page.goto('/wallets')
  await expect(navigation.getByText('Live', { exact: true })).toBeVisible()
  await newWallet(stack, admin, { label: 'Made elsewhere' })
  await expect(page.getByRole('row', { name: /Made elsewhere/ })).toBeVisible()

  await stack.kill()
  await expect(navigation.getByText('Reconnecting')).toBeVisible()
  await picture(page, 'console-reconnecting')
  await stack.start()
  await expect(navigation.getByText('Live', { exact: true })).toBeVisible()
  await newWallet(stack, admin, { label: 'Made afterwards' })
  await expect(page.getByRole('row', { name: /Made afterwards/ })).toBeVisible()
  forgive(
    complaints,
    /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE)/,
  )
})

test('behavior: signing out in one tab signs the other out, and its stream ends', async ({
  stack,
  visit,
  administrator,
}) => {
  const { page, context } = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/wallets')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  const ended = other.waitForEvent('requestfinished', (request) => request.url().includes('/api/live'))
  const failed = other.waitForEvent('requestfailed', (request) => request.url().includes('/api/live'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await Promise.any([ended, failed])
})
