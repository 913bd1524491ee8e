import { approve, FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests, tamperWith } from '#e2e/fixtures/proxy.ts'
import {
  goOn,
  heading,
  holdOnAll,
  openScreens,
  locateStatus,
  toInbox,
  toTransactions,
} from '#e2e/fixtures/three-screens.ts'
import { locateTimeline } from '#e2e/fixtures/timeline.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

/**
 * Seconds until a hold ends. The widget signs calls that are valid for seven minutes, and a hold ends one minute
 * before the call expires.
 */
const HOLD_SECONDS = 360
const GONE =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE|INTERNET_DISCONNECTED)|Failed to fetch/

test('error: an undecided and a reverted transaction end alike on all three screens', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.setTimeout(240_000)
  const screens = await openScreens(stack, () => visit(), page, 'Tardy')
  const { shop, app, console } = screens

  await test.step('expired', async () => {
    // If the server's time seems to be behind, the widget signs a call that is valid for little more than a minute.
    const late = Math.floor(Date.now() / 1_000) - HOLD_SECONDS + 40
    const honest = await tamperWith(shop, 'GET /config', [['serverTimeSeconds', late]])
    await shop.reload()
    await shop.getByRole('button', { name: 'Send coins' }).click()
    await holdOnAll(screens, '4.617')
    honest()
    await expect(heading(shop, 'Expired')).toBeVisible({ timeout: 55_000 })
    await expect(locateStatus(app, 'Expired')).toBeVisible()
    await expect(locateTimeline(console).last()).toContainText('Expired')
  })
  await test.step('failed on chain: the coins were moved elsewhere while it was held', async () => {
    await shop.reload()
    await shop.getByRole('button', { name: 'Send coins' }).click()
    await toInbox(app)
    await toTransactions(console)
    const first = await holdOnAll(screens, '20.617')
    await goOn(screens)
    const second = await holdOnAll(screens, '24.617')
    await toInbox(app)
    await app.getByRole('link', { name: /Send 20\.617 DEMO/ }).click()
    await approve(app, first)
    await expect(locateStatus(app, 'Confirmed')).toBeVisible()
    await toInbox(app)
    await app.getByRole('link', { name: /Send 24\.617 DEMO/ }).click()
    await approve(app, second)
    await expect(locateStatus(app, 'Failed')).toBeVisible()
    await expect(heading(shop, 'The transfer failed')).toBeVisible()
    await expect(locateTimeline(console).last()).toContainText('Failed')
  })
})

test('behavior: killing and restarting the server midway, and a console that goes offline, lose and double nothing', async ({
  stack,
  visit,
  admin: { page, context },
  complaints,
}) => {
  test.setTimeout(240_000)
  const screens = await openScreens(stack, () => visit(), page, 'Phoenix')
  const { shop, app, console } = screens
  const before = await readBalance(stack, FRIEND)
  const number = await holdOnAll(screens, '5.617')
  const executions = countRequests(shop, 'POST', '/widget/transactions/execute')
  await stack.kill()
  await expect(console.getByText('Reconnecting', { exact: true })).toBeVisible()
  await expect(locateWidget(shop).locator('.note')).toContainText(
    'No usable response from the wallet service',
  )
  await stack.start()
  await expect(locateWidget(shop).getByRole('heading', { name: `Pick ${number}` })).toBeVisible()
  await context.setOffline(true)
  await approve(app, number)
  await expect(locateStatus(app, 'Confirmed')).toBeVisible()
  await expect(heading(shop, 'Confirmed')).toBeVisible()
  await context.setOffline(false)
  await expect(locateTimeline(console).last()).toContainText('Confirmed in block', { timeout: 30_000 })
  await expect(locateTimeline(console).filter({ hasText: 'Sent to the chain' })).toHaveCount(1)
  await expect(console.getByText('Live', { exact: true })).toBeVisible()
  expect((await readBalance(stack, FRIEND)) - before).toBe(5_617_000n)
  expect(executions()).toBe(0)
  forgive(complaints, GONE)
})
