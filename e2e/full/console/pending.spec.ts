import type { Page } from '@playwright/test'
import { approveToEnd, holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { enrolledCustomer, hold, readNumber } from '#e2e/fixtures/held-calls.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { locateTimeline } from '#e2e/fixtures/timeline.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

/** Timeout for changes that arrive by polling: without live events, the console polls every 15 seconds. */
const BY_ITSELF = { timeout: 40_000 }

const queueOf = (page: Page) => page.getByRole('table', { name: /^Pending approvals/ })

test('behavior: a transaction signed by a shop’s customer appears in the queue by itself and is followed from approval to block', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.slow()
  await page.goto('/transactions/pending?user=Quentina')
  await expect(page.getByText('This approval is no longer pending')).toBeVisible()
  const { shop, app, number, address } = await holdTransfer(stack, () => visit(), 'Quentina')
  const words = await locateWidget(shop).locator('.fingerprint').innerText()

  await test.step('the queue shows call, user, verification words and time left, and the menu counts it', async () => {
    const row = queueOf(page).getByRole('row', { name: /Send 1\.5 DEMO/ })
    await expect(row).toBeVisible(BY_ITSELF)
    await expect(row).toContainText('Quentina')
    await expect(row).toContainText(words)
    await expect(row.getByRole('timer')).toHaveText(/^[0-9]{1,2}:[0-5][0-9] left$/)
    await expect(page.getByRole('link', { name: /^Transactions [0-9]+ waiting for approval$/ })).toBeVisible()
  })

  await test.step('its page says that nobody here can approve, and shows neither number nor button', async () => {
    await queueOf(page).getByRole('link', { name: 'Send 1.5 DEMO' }).click()
    await expect(page.getByRole('heading', { name: 'Send 1.5 DEMO' })).toBeVisible()
    await expect(
      page.getByText('No administrator and no API key of your organization can do it for them'),
    ).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    // The pattern ignores a day of the month in a date, which may be the same number.
    await expect(page.getByRole('main')).not.toContainText(
      new RegExp(`(^|[^0-9a-zA-Z.:-])${number}(?!, [0-9]{4}\\b)($|[^0-9a-zA-Z.:-])`),
    )
    await expect(page.getByRole('button', { name: /approve/i })).toHaveCount(0)
    await expect(locateTimeline(page).last()).toContainText('Waiting for the end-user')
  })

  await test.step('opened there, it is marked here; approved there, it is confirmed here', async () => {
    await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
    await expect(locateTimeline(page).filter({ hasText: 'Opened in the approval app' })).toBeVisible(
      BY_ITSELF,
    )
    await approveToEnd(app, number)
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible(BY_ITSELF)
    await expect(locateTimeline(page)).toContainText([
      'Signed and accepted',
      'Held for the end-user',
      'End-user notified',
      'Opened in the approval app',
      'Approved by the end-user',
      'Sent to the chain',
      /Confirmed in block/,
    ])
    await expect(page.getByRole('button', { name: 'Copy transaction hash' })).toBeVisible()
  })
  await page.goto(`/wallets/${address}`)
  await expect(page.getByRole('group', { name: 'Protection' })).toContainText(
    'Protected by this service: it sends nothing without the end-user’s approval',
  )
})

test('error: an expired and a declined transaction say that nothing was sent and what to do next', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.slow()
  const customer = await enrolledCustomer(stack, () => visit(), 'Lena Late')
  const late = await hold(stack, customer, { secondsOpen: 6 })
  await page.goto(`/transactions/${late}`)
  await expect(page.getByText('Not approved in time', { exact: true })).toBeVisible(BY_ITSELF)
  await expect(page.getByText('What to do: ')).toBeVisible()
  await expect(locateTimeline(page).last()).toContainText('Expired')

  const refused = await hold(stack, customer, { amount: '2500000' })
  await page.goto(`/transactions/${refused}`)
  await customer.app.getByRole('link', { name: /Send 2\.5 DEMO/ }).click()
  await customer.app.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The end-user declined' })).toBeVisible(BY_ITSELF)
  await expect(locateTimeline(page).last()).toContainText('Declined by the end-user')
})

test('behavior: filters are in the URL, narrow the list and survive a reload', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.slow()
  const [ada, ben] = [
    await enrolledCustomer(stack, () => visit(), 'Ada Filter'),
    await enrolledCustomer(stack, () => visit(), 'Ben Filter'),
  ]
  await hold(stack, ada)
  const approved = await hold(stack, ben)
  await ben.app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
  await approveToEnd(ben.app, await readNumber(stack, approved))

  await page.goto('/transactions')
  const rows = page.getByRole('table').locator('tbody tr')
  await page.getByRole('searchbox').fill('Filter')
  await expect(rows).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Waiting for approval' })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ada Filter')
  await expect(page).toHaveURL(/status=PENDING_USER_APPROVAL/)
  await expect(page).toHaveURL(/user=Filter/)
  await page.getByLabel('Period').selectOption({ label: 'Last hour' })
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('Filter')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('PENDING_USER_APPROVAL')
  await expect(rows).toHaveCount(1)

  await page.getByRole('searchbox').fill(ben.wallet.address)
  await expect(page.getByText('No transaction found')).toBeVisible()
  await expect(page).toHaveURL(/wallet=0x/)
  await page.getByRole('link', { name: 'Waiting for approval', exact: true }).click()
  await expect(rows.filter({ hasText: 'Ada Filter' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Ben Filter' })).toHaveCount(0)
})

test('error: a wallet without an approver, an unknown id and a service without these pages show a message', async ({
  stack,
  admin,
  complaints,
}) => {
  const { page } = admin
  const { address } = await newWallet(stack, admin, { label: 'Nobody’s second factor' })
  await page.goto(`/transactions/pending?wallet=${address}`)
  await expect(page.getByText('No end-user approves for this wallet')).toBeVisible()
  await expect(page.getByText('Sent immediately unless a policy holds it')).toBeVisible()
  for (const path of ['/transactions/12', '/transactions/2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Transaction not found' })).toBeVisible()
  }
  const lacking = {
    status: 501,
    json: { statusCode: 501, content: { message: 'The service does not offer it', code: 'UPSTREAM_LACKS' } },
  }
  await page.route('**/api/org/transactions**', (route) => route.fulfill(lacking))
  await page.goto('/transactions')
  await expect(page.getByText('The hosted service reports less')).toBeVisible()
  await page.route('**/api/baas/transactions**', (route) => route.fulfill(lacking))
  await page.goto('/transactions/pending')
  await expect(page.getByText('Not available from this service')).toBeVisible()
  forgive(complaints, /501/)
})
