import { forgive } from '#e2e/fixtures/complaints.ts'
import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { writeDocsPicture } from '#e2e/fixtures/docs-picture.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, reviewTransfer } from '#e2e/fixtures/widget-steps.ts'

const NOBODY = '0x52908400098527886E0F7030069857D2E4169EE7'

test.beforeEach(() => test.slow())

test('behavior: the pages before signing in are accessible, in both themes and at both widths', async ({
  stack,
  administrator,
  visit,
  picture,
}) => {
  const { page, authenticator } = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  const setUp = { statusCode: 200, content: { signedIn: false, setupRequired: true } }
  await page.route('**/api/session', (route) => route.fulfill({ json: setUp }))
  await page.goto('/sign-in')
  await expect(page.getByText('No administrator yet')).toBeVisible()
  await show(page, picture, 'sign-in-before-setup')
  await page.goto('/setup')
  await expect(page.getByText('The link is incomplete')).toBeVisible()
  await show(page, picture, 'setup-incomplete')
  await page.goto('about:blank')
  await page.goto('/setup#token=made-up')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Must not be empty')).toBeVisible()
  await show(page, picture, 'setup')
  await page.unroute('**/api/session')
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await show(page, picture, 'sign-in')
  await authenticator.setVerified(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await show(page, picture, 'sign-in-cancelled')
})

test('behavior: the empty console is accessible, in both themes and at both widths', async ({
  admin: { page },
  picture,
  complaints,
}) => {
  const nothing = { json: { statusCode: 200, content: [] } }
  for (const path of ['baas/wallets?*', 'baas/transactions?*', 'org/keys', 'integrations']) {
    await page.route(`**/api/${path}`, (route) => route.fulfill(nothing))
  }
  const pages = [
    ['/', 'Get started', 'overview-empty'],
    ['/wallets', 'Create the first wallet', 'wallets-empty'],
    ['/api-keys', 'Issue the first key', 'api-keys-empty'],
    ['/integrations', 'Create the first integration', 'integrations-empty'],
  ] as const
  for (const [path, text, name] of pages) {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
    await show(page, picture, name)
  }

  await page.route('**/api/baas/**', () => {})
  await page.route('**/api/org/**', () => {})
  for (const path of ['/', '/wallets', '/settings']) {
    await page.goto(path)
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible()
    await show(page, picture, `loading${path === '/' ? '-overview' : path.replace('/', '-')}`)
  }
  await page.unroute('**/api/baas/**')
  await page.route('**/api/baas/wallets?*', (route) => route.abort())
  await page.goto('/wallets')
  await expect(page.getByText('No connection to the server')).toBeVisible()
  await show(page, picture, 'wallets-offline')
  forgive(complaints, /ERR_FAILED/)
})

test('behavior: overview, wallets and one wallet are accessible, in both themes and at both widths', async ({
  stack,
  admin,
  picture,
}) => {
  const { page } = admin
  const user = { externalUserId: 'customer-4711', externalUserLabel: 'Grace Hopper' }
  await newWallet(stack, admin, { label: 'Pocket money', ...user })
  const empty = await newWallet(stack, admin, {
    label: 'A name of fifty characters, which is as long as it',
  })
  const wallet = await newWallet(stack, admin, { label: 'Treasury', coins: '1240500000' })
  for (const [to, amount] of [
    [NOBODY, '250'],
    ['0x8ba1f109551bD432803012645Ac136ddd64DBA72', '12.75'],
    ['0x27b1fdb04752bbc536007a920d24acb045561c26', '99.999999'],
  ] as const) {
    await page.goto(`/wallets/${wallet.address}/send?form=widget`)
    await reviewTransfer(page, to, amount)
    await confirmTransfer(page)
  }

  await page.goto('/')
  // Other tests have sent transactions in this organization too.
  await expect(page.getByRole('link', { name: /^Transactions, last 24 hours \d/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent transactions' })).toContainText('99.999999 DEMO')
  await show(page, picture, 'overview')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await show(page, picture, 'menu', { widths: [360] })

  await page.goto('/wallets')
  await expect(page.getByText('Treasury')).toBeVisible()
  await show(page, picture, 'wallets')
  await page.getByRole('searchbox').fill('nothing of this name')
  await expect(page.getByText('No wallet found')).toBeVisible()
  await show(page, picture, 'wallets-none-found')

  await page.goto(`/wallets/${empty.address}`)
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await show(page, picture, 'wallet-empty')
  await page.goto(`/wallets/${NOBODY}`)
  await expect(page.getByText('The organization has no wallet with this address.')).toBeVisible()
  await show(page, picture, 'wallet-not-found')

  await page.goto(`/wallets/${wallet.address}`)
  await expect(page.getByText('877.750001 DEMO')).toBeVisible()
  // The three transfers, and the coins that arrived first.
  await expect(page.getByText('Confirmed').locator('visible=true')).toHaveCount(4)
  await show(page, picture, 'wallet')
  await writeDocsPicture(page, 'console')
  await page.getByRole('link', { name: 'Send 99.999999 DEMO' }).click()
  await expect(page.getByRole('heading', { name: 'Send 99.999999 DEMO' })).toBeVisible()

  await page.goto('/wallets/new')
  await page.getByRole('radio', { name: /An end-user/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Must not be empty')).toBeVisible()
  await show(page, picture, 'new-wallet')
  await page.goto('/nothing/here')
  await expect(page.getByText('No page has this address.')).toBeVisible()
  await show(page, picture, 'page-not-found')
})

test('behavior: tokens and settings are accessible, in both themes and at both widths', async ({
  stack,
  admin: { page },
  picture,
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto(`/tokens?address=${tokens.erc20}`)
  await expect(page.getByText('On the allowed list.')).toBeVisible()
  await show(page, picture, 'tokens')
  await page.getByLabel('Contract address').fill('hello')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByLabel('Contract address')).toHaveAttribute('aria-invalid', 'true')
  await show(page, picture, 'tokens-not-an-address')

  await page.goto('/settings')
  await expect(page.getByRole('radio', { name: /No fee/ })).toBeChecked()
  await show(page, picture, 'settings')
  await page.getByRole('radio', { name: /A fixed fee/ }).check()
  await page.getByRole('textbox', { name: 'Fee for each transaction' }).fill('0')
  await locateCard(page, 'Transaction fee').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Must be more than zero')).toBeVisible()
  await show(page, picture, 'settings-fee-problems')
})

test('behavior: API keys, integrations and their dialogs are accessible, in both themes and at both widths', async ({
  admin: { page, context },
  picture,
}) => {
  await page.goto('/api-keys')
  await expect(page.getByRole('row', { name: /^Console/ })).toBeVisible()
  await show(page, picture, 'api-keys')

  await page.goto('/api-keys/new')
  await page
    .getByText(/^[0-9]+ endpoints$/)
    .first()
    .click()
  await page.getByRole('button', { name: 'Issue key' }).click()
  await expect(page.getByText('Must not be empty')).toBeVisible()
  await show(page, picture, 'new-api-key')
  await page.getByLabel('Name', { exact: true }).fill('Shown on a picture')
  await page.getByRole('checkbox', { name: /^domain:read/ }).check()
  await page.getByRole('button', { name: 'Issue key' }).click()
  await expect(page.locator('[data-secret]')).toBeVisible()
  await show(page, picture, 'api-key-secret')
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('[data-secret]')).toHaveCount(0)

  await page.goto('/api-keys')
  await page.getByRole('button', { name: 'Revoke Shown on a picture' }).click()
  const confirm = page.getByRole('dialog', { name: 'Revoke this API key?' })
  await confirm.getByRole('textbox').fill('Shown on a pitcher')
  await confirm.getByRole('button', { name: 'Revoke key' }).click()
  await expect(confirm.getByText('The name does not match')).toBeVisible()
  await show(page, picture, 'api-key-revoke')

  await page.goto('/integrations')
  await expect(page.getByRole('row', { name: /Demo shop/ })).toBeVisible()
  await show(page, picture, 'integrations')
  await page
    .getByRole('table')
    .getByRole('link', { name: /Demo shop/ })
    .click()
  await expect(page.getByText('integrity=')).toBeVisible()
  await show(page, picture, 'integration')
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await show(page, picture, 'integration-revoke')
  await page.goto('/integrations/new')
  await page.getByLabel('Origins').fill('https://shop.example/path')
  await page.getByRole('button', { name: 'Create integration' }).click()
  await expect(page.getByText('Line 1: must be an origin', { exact: false })).toBeVisible()
  await show(page, picture, 'new-integration')

  // This part comes last, because it ends this browser's session.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/domains')
  await expect(page.getByText('shop.localhost', { exact: true })).toBeVisible()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeVisible()
  await show(page, picture, 'session-over')
})
