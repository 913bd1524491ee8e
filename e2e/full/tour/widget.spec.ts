import { holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { writeDocsPicture } from '#e2e/fixtures/docs-picture.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { routeOnce } from '#e2e/fixtures/proxy.ts'
import { setFee, withFee } from '#e2e/fixtures/service.ts'
import { createShopWallet, enterShop } from '#e2e/fixtures/shop.ts'
import { show } from '#e2e/fixtures/tour.ts'
import {
  confirmTransfer,
  fillTransfer,
  openNewWallet,
  requestCode,
  reviewTransfer,
  locateWidget,
} from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const TREASURY = '0x00000000000000000000000000000000feed0003'

test.beforeEach(() => test.slow())
test.afterEach(({ stack }) => setFee(stack, null))

test('behavior: every step of creating a wallet is accessible, in both themes and at both widths', async ({
  stack,
  admin: { page, authenticator },
  picture,
}) => {
  const widget = locateWidget(page)
  const email = uniqueEmail('tour')
  await withFee(stack, { units: '1500000', withdrawAddress: TREASURY }, async () => {
    await openNewWallet(page)
    await show(page, picture, 'create-person')
    await widget.getByLabel('Email').fill('name@')
    await widget.getByRole('button', { name: 'Send code' }).click()
    await show(page, picture, 'create-person-problem')
    const code = await requestCode(page, stack, email)
    await show(page, picture, 'create-code')
    await widget.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000')
    await widget.getByRole('button', { name: 'Continue' }).click()
    await expect(widget.getByText('That code is wrong or too old')).toBeVisible()
    await show(page, picture, 'create-code-wrong')
    await widget.getByLabel('Code from the email').fill(code)
    await widget.getByRole('button', { name: 'Continue' }).click()
    await show(page, picture, 'create-passkey')
    await authenticator.setVerified(false)
    await widget.getByRole('button', { name: 'Create passkey' }).click()
    await expect(widget.getByRole('alert')).toBeVisible()
    await show(page, picture, 'create-passkey-cancelled')
    await authenticator.setVerified(true)
    await widget.getByRole('button', { name: 'Create passkey' }).click()
    await expect(widget.getByRole('heading', { name: 'Add tokens' })).toBeVisible()
    await show(page, picture, 'create-funding')
    const address = (await widget.locator('.source code').innerText()).replaceAll(/\s/g, '')
    await drip(stack, address, '1500000')
    await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
    await show(page, picture, 'create-ready')
  })
})

test('behavior: every step of sending coins is accessible, in both themes and at both widths', async ({
  stack,
  admin,
  picture,
  complaints,
}) => {
  const { page, authenticator } = admin
  const widget = locateWidget(page)
  const wallet = await newWallet(stack, admin, { label: 'Savings', coins: '1234567890' })
  await withFee(stack, { units: '1500000', withdrawAddress: TREASURY }, async () => {
    await page.goto(`/wallets/${wallet.address}/send?form=widget`)
    await expect(widget.getByRole('heading', { name: 'Send tokens' })).toBeVisible()
    await show(page, picture, 'send-transfer')
    await fillTransfer(page, 'alice', '1,5')
    await expect(widget.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
    await show(page, picture, 'send-transfer-problems')
    await reviewTransfer(page, FRIEND, '1000.25')
    await show(page, picture, 'send-confirm')
    await widget.locator('summary').click()
    await show(page, picture, 'send-confirm-exact')
    await authenticator.setVerified(false)
    await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
    await expect(widget.getByRole('alert')).toBeVisible()
    await show(page, picture, 'send-confirm-cancelled')
    await authenticator.setVerified(true)
    await routeOnce(page, '**/api/widget/transactions/execute', (route) => route.abort())
    await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
    await expect(widget.getByRole('button', { name: 'Try again' })).toBeVisible()
    await show(page, picture, 'send-no-answer')
    await page.route('**/api/widget/transactions?*', (route) => route.abort())
    await widget.getByRole('button', { name: 'Try again' }).click()
    await expect(widget.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible()
    await show(page, picture, 'send-sent')
    await page.unroute('**/api/widget/transactions?*')
    await expect(widget.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
    await show(page, picture, 'send-confirmed')
  })
  await page.route('**/api/widget/tokens/erc20/transfer', (route) =>
    route.fulfill({ json: { statusCode: 200, content: {} } }),
  )
  await page.route('**/api/widget/wallets', () => {}, { times: 1 })
  await page.reload()
  await expect(widget.getByRole('heading', { name: 'Loading…' })).toBeVisible()
  await show(page, picture, 'widget-loading')
  await routeOnce(page, /\/api\/widget\/config(\?|$)/, (route) => route.fulfill({ json: {} }))
  await page.reload()
  await expect(widget.getByRole('heading', { name: 'This did not work' })).toBeVisible()
  await show(page, picture, 'widget-stopped')
  forgive(complaints, /ERR_FAILED/)
})

test('behavior: every state of a held transfer is accessible, in both themes and at both widths', async ({
  stack,
  visit,
  picture,
  complaints,
}) => {
  const { shop, app } = await holdTransfer(stack, () => visit(), 'Wanda')
  await expect(locateWidget(shop).getByText('We sent a link')).toBeVisible({ timeout: 45_000 })
  await show(shop, picture, 'held-waiting')
  await shop.context().setOffline(true)
  await expect(locateWidget(shop).locator('.note')).toBeVisible()
  await show(shop, picture, 'held-offline')
  await shop.context().setOffline(false)
  await expect(locateWidget(shop).locator('.note')).toBeHidden()
  await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  await app.getByRole('button', { name: 'Decline' }).click()
  await expect(locateWidget(shop).getByRole('heading', { name: 'Declined' })).toBeVisible()
  await show(shop, picture, 'held-declined')
  forgive(complaints, /ERR_INTERNET_DISCONNECTED|Failed to fetch/)
})

test('behavior: the integrator’s page is accessible, in both themes and at both widths', async ({
  stack,
  visit,
  picture,
}) => {
  const { page } = await visit()
  const customer = { name: 'Mira Vogel', email: uniqueEmail('tour-shop') }
  await page.goto(stack.demoUrl)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await show(page, picture, 'shop')
  await enterShop(page, stack, customer)
  await expect(page.getByRole('button', { name: 'Create my wallet' })).toBeVisible()
  await show(page, picture, 'shop-signed-in')
  const address = await createShopWallet(page, stack, customer.email)
  await show(page, picture, 'shop-wallet-ready')
  await drip(stack, address, '25000000')
  await page.reload()
  await expect(page.getByText('25.00 DEMO')).toBeVisible()
  await show(page, picture, 'shop-wallet')
  await page.getByRole('button', { name: '8.50 DEMO' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await writeDocsPicture(page, 'widget', locateWidget(page))
  await show(page, picture, 'shop-confirm')
  await confirmTransfer(page)
  await expect(page.getByText('16.50 DEMO')).toBeVisible()
  await show(page, picture, 'shop-paid')
})
