import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { createIntegration } from '#e2e/fixtures/console-pages.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests } from '#e2e/fixtures/proxy.ts'
import { enterShop, newCustomer } from '#e2e/fixtures/shop.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const TILL = '0x7a11000000000000000000000000000000c0ffee'

test('behavior: a payment whose page is reloaded before its outcome is not offered again, and the page shows that outcome', async ({
  stack,
  visit,
  complaints,
}) => {
  const { page } = await visit()
  await newCustomer(page, stack, 'Rhea Load')
  await page.getByRole('button', { name: 'Get 25 demo coins' }).click()
  await expect(page.getByText('25.00 DEMO')).toBeVisible()
  const till = await readBalance(stack, TILL)
  const executions = countRequests(page, 'POST', '/widget/transactions/execute')
  await page.getByRole('button', { name: '8.50 DEMO' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  let isCut = true
  await page.route('**/widget/transactions*', (route) =>
    isCut && route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Sent' })).toBeVisible()
  await page.reload()
  isCut = false
  await page.getByRole('button', { name: '8.50 DEMO' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await expect(page.getByText('16.50 DEMO')).toBeVisible()
  expect(executions()).toBe(1)
  expect((await readBalance(stack, TILL)) - till).toBe(8_500_000n)
  forgive(complaints, /ERR_FAILED/)
})

test('behavior: a customer sees only their own wallet', async ({ stack, visit }) => {
  const second = { name: 'Second Customer', email: uniqueEmail('second') }
  const { page } = await visit()
  await newCustomer(page, stack, 'First Customer')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await enterShop(page, stack, second)
  await expect(page.getByRole('button', { name: 'Create my wallet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your wallet', exact: true })).toBeHidden()
})

test('error: an ended shop session stops the widget with a sentence, and nothing is signed', async ({
  stack,
  visit,
}) => {
  const { page, context, authenticator } = await visit()
  await newCustomer(page, stack, 'Gone Customer')
  const [before] = await authenticator.credentials()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Send coins' }).click()
  await expect(locateWidget(page).getByRole('alert')).toContainText('Your session has ended. Reload the page')
  expect(await authenticator.credentials()).toMatchObject([{ signCount: before?.signCount }])
})

test('error: a token for one origin is rejected on a page of another, registered or not', async ({
  stack,
  visit,
  admin,
  complaints,
  hostPage,
}) => {
  const customer = { name: 'Robbed Customer', email: uniqueEmail('robbed') }
  const { page } = await visit()
  await enterShop(page, stack, customer)
  const { token } = await page.evaluate(async () => {
    const answer = await fetch('/session-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    return answer.json()
  })
  const { module } = await (await fetch(`${stack.url}/widget/v1/integrity.json`)).json()
  const other = await hostPage(`<!doctype html><title>Other page</title><link rel="icon" href="data:," />
    <script type="module" src="${stack.url}/widget/v1/${module.file}" integrity="${module.integrity}" crossorigin="anonymous"></script>
    <latchkey-wallet api-url="${stack.url}" flow="create"></latchkey-wallet>
    <script type="module">document.querySelector('latchkey-wallet').token = ${JSON.stringify(token)}</script>`)

  await test.step('an unregistered origin gets no response that it may read', async () => {
    await page.goto(other)
    await expect(locateWidget(page).getByRole('alert')).toContainText('could not be reached')
    // The browser reports two requests: one for the settings and one for the organization's brand. They are sent at the
    // same time.
    await expect.poll(() => complaints.filter((one) => one.includes('CORS policy')).length).toBe(2)
    forgive(complaints, /blocked by CORS policy|net::ERR_FAILED/)
  })

  await test.step('an origin of another integration is told that it is not allowed', async () => {
    // The integration is created in the console, because creating one requires the passkey.
    await createIntegration(admin.page, 'Another shop', other)
    await expect(admin.page.locator('[data-secret]')).toBeVisible()
    const mails = countRequests(page, 'POST', '/widget/wallets/request-email-verification')
    await page.reload()
    await expect(locateWidget(page).getByRole('alert')).toContainText(
      'This web address may not use the wallet service',
    )
    await expect(locateWidget(page).getByLabel('Email')).toBeHidden()
    expect(mails()).toBe(0)
  })
})
