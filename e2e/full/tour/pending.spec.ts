import * as z from 'zod/mini'
import { approveThere, enrolledCustomer, hold } from '#e2e/fixtures/held-calls.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { show } from '#e2e/fixtures/tour.ts'

test.beforeEach(() => test.slow())

test('behavior: held transactions, their pages and their outcomes are accessible, in both themes and at both widths', async ({
  stack,
  visit,
  sharedAdmin: { page },
  picture,
}) => {
  const nothing = { json: { statusCode: 200, content: [] } }
  await page.route('**/api/org/transactions?*', (route) => route.fulfill(nothing))
  await page.goto('/transactions/pending')
  await expect(page.getByText('No pending approvals', { exact: true })).toBeVisible()
  await show(page, picture, 'pending-empty')
  await page.unroute('**/api/org/transactions?*')

  // A webhook without a receiver, on the sandbox's own machine.
  const hook = { url: 'http://localhost:9/hooks/of-a-shop-with-a-long-name' }
  const registered = await callService(stack, 'POST', '/org/webhooks', { body: hook })
  const { id } = z.object({ id: z.string() }).parse(registered.content)
  const hedy = await enrolledCustomer(stack, () => visit(), 'Hedy Lamarr')
  const late = await hold(stack, hedy, { secondsOpen: 5 })
  const declined = await hold(stack, hedy, { amount: '250000' })
  const approved = await hold(stack, hedy, { amount: '750000' })
  const waiting = await hold(stack, hedy)
  await hold(stack, hedy, { amount: '12345678' })

  await page.goto(`/transactions/${waiting}`)
  await expect(
    page.getByText('No administrator and no API key of your organization can do it for them'),
  ).toBeVisible()
  await expect(page.getByText('The end-user was notified.')).toBeVisible({ timeout: 40_000 })
  await show(page, picture, 'transaction-waiting')
  await page.getByText('Raw call').click()
  await expect(page.getByText('Calldata, as signed')).toBeVisible()
  await show(page, picture, 'transaction-raw')

  await hedy.app.getByRole('link', { name: /Send 0\.25 DEMO/ }).click()
  await hedy.app.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(hedy.app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
  await approveThere(stack, hedy, approved)

  await page.goto(`/transactions/${approved}`)
  await expect(page.getByText(/Confirmed in block/)).toBeVisible()
  await expect(page.getByText(/\. \d attempts?\./).first()).toBeVisible({ timeout: 40_000 })
  await show(page, picture, 'transaction-confirmed')
  await page.goto(`/transactions/${declined}`)
  await expect(page.getByText('The end-user declined')).toBeVisible()
  await show(page, picture, 'transaction-declined')
  await page.goto(`/transactions/${late}`)
  await expect(page.getByText('Not approved in time', { exact: true })).toBeVisible()
  await show(page, picture, 'transaction-expired')
  await page.goto('/transactions/12')
  await expect(page.getByText('The organization has no transaction with this ID.')).toBeVisible()
  await show(page, picture, 'transaction-not-found')

  await page.goto('/transactions/pending?user=Hedy')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  await show(page, picture, 'pending')
  await page.goto('/transactions?user=Hedy')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(6)
  await show(page, picture, 'transactions')
  await page.goto('/transactions?user=nobody')
  await expect(page.getByText('No transaction found')).toBeVisible()
  await show(page, picture, 'transactions-none-found')
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Waiting for approval ([2-9]|\d\d)/ })).toBeVisible()
  await show(page, picture, 'overview-waiting')
  await page.goto(`/wallets/${hedy.wallet.address}`)
  await expect(page.getByRole('group', { name: 'Protection' })).toContainText(
    'it sends nothing without the end-user’s approval',
  )
  await show(page, picture, 'wallet-protected')
  await page.goto(`/transactions/${waiting}`)
  await page.getByRole('button', { name: 'Cancel transaction', exact: true }).click()
  await show(page, picture, 'transaction-cancel')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel transaction', exact: true }).click()
  await expect(page.getByText('Cancelled by the organization').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Repeat', exact: true })).toBeVisible()
  await show(page, picture, 'transaction-cancelled')
  await hedy.app.goto(`${stack.url}/approve#transaction=${waiting}`)
  await expect(hedy.app.getByText(/cancelled by the organization/)).toBeVisible()
  await show(hedy.app, picture, 'approval-cancelled')
  expect((await callService(stack, 'DELETE', `/org/webhooks/${id}`)).status).toBe(200)
})
