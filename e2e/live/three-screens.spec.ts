import type { Page } from '@playwright/test'
import { approve, enterCustomer, FRIEND, signToHold, type Customer } from '#e2e/fixtures/approver-steps.ts'
import { balanceOf } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { tamperWith } from '#e2e/fixtures/proxy.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { timelineOf } from '#e2e/fixtures/timeline.ts'
import { reviewTransfer, widgetOf } from '#e2e/fixtures/widget-steps.ts'

/**
 * The integrator's page, the approval app and the console, each in a browser of its own; none is ever reloaded.
 * The server is that of other tests too: the amounts are those of nobody else.
 */
type Screens = { customer: Customer; shop: Page; app: Page; console: Page }

/** The widget signs calls that are valid for ten minutes, and a hold ends a minute before its call does. */
const HOLD_SECONDS = 540
const GONE =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE|INTERNET_DISCONNECTED)|Failed to fetch/

const heading = (shop: Page, name: string) => widgetOf(shop).getByRole('heading', { name, exact: true })
const statusOf = (app: Page, words: string) => app.getByRole('status').filter({ hasText: words })
const rowOf = (console: Page, amount: string) =>
  console.getByRole('table').getByRole('row', { name: new RegExp(`Send ${amount.replace('.', '\\.')} DEMO`) })

/** Signs a transfer in the shop, sees it arrive in the queue and the inbox, and opens it there; answers the number. */
async function holdOnAll({ shop, app, console }: Screens, amount: string): Promise<string> {
  await console.getByRole('link', { name: 'Waiting for approval', exact: true }).click()
  await reviewTransfer(shop, FRIEND, amount)
  const number = await signToHold(shop)
  await expect(rowOf(console, amount)).toBeVisible()
  await console.getByRole('link', { name: `Send ${amount} DEMO` }).click()
  await expect(console.getByRole('heading', { name: `Send ${amount} DEMO` })).toBeVisible()
  await app.getByRole('link', { name: new RegExp(`Send ${amount.replace('.', '\\.')} DEMO`) }).click()
  await expect(timelineOf(console).filter({ hasText: 'Opened in the approval app' })).toBeVisible()
  return number
}

async function toInbox(app: Page): Promise<void> {
  await app
    .getByRole('link', { name: /Waiting/ })
    .first()
    .click()
}
async function toTransactions(console: Page): Promise<void> {
  await console
    .getByRole('link', { name: /^Transactions/ })
    .first()
    .click()
}

/** Back to where the next transfer begins, on every screen, by its own links and buttons. */
async function goOn({ shop, app, console }: Screens): Promise<void> {
  await widgetOf(shop).getByRole('button', { name: 'Send more' }).click()
  await toInbox(app)
  await toTransactions(console)
}

async function openScreens(
  {
    stack,
    visit,
    console,
  }: {
    stack: Parameters<typeof enterCustomer>[0]
    visit: Parameters<typeof enterCustomer>[1]
    console: Page
  },
  name: string,
): Promise<Screens> {
  await console.goto('/transactions')
  const customer = await enterCustomer(stack, visit, name)
  await customer.shop.getByRole('button', { name: 'Send coins' }).click()
  return { customer, shop: customer.shop, app: customer.app, console }
}

test('behavior: approved, declined and reported, each state appears on all three screens by itself', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.setTimeout(240_000)
  const screens = await openScreens({ stack, visit: () => visit(), console: page }, 'Trio')
  const { shop, app, console } = screens
  const before = await balanceOf(stack, FRIEND)

  await test.step('approved: sent and confirmed', async () => {
    await approve(app, await holdOnAll(screens, '1.617'))
    await expect(statusOf(app, 'Confirmed')).toBeVisible()
    await expect(heading(shop, 'Confirmed')).toBeVisible()
    await expect(timelineOf(console).last()).toContainText('Confirmed in block')
    expect((await balanceOf(stack, FRIEND)) - before).toBe(1_617_000n)
  })
  await goOn(screens)
  await test.step('declined: nobody sends it', async () => {
    await holdOnAll(screens, '2.617')
    await app.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(statusOf(app, 'Declined')).toBeVisible()
    await expect(heading(shop, 'Declined')).toBeVisible()
    await expect(timelineOf(console).last()).toContainText('Declined by the end-user')
  })
  await goOn(screens)
  await test.step('reported: declined, and the organization learns why', async () => {
    await holdOnAll(screens, '3.617')
    await app.getByRole('button', { name: 'I did not ask for this' }).click()
    await expect(widgetOf(shop)).toContainText('did not ask for it')
    await expect(timelineOf(console).last()).toContainText(/did not ask|reported/i)
  })
  expect((await balanceOf(stack, FRIEND)) - before).toBe(1_617_000n)
})

test('error: one that nobody answered and one that the chain refuses end alike on all three screens', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.setTimeout(240_000)
  const screens = await openScreens({ stack, visit: () => visit(), console: page }, 'Tardy')
  const { shop, app, console } = screens

  await test.step('expired', async () => {
    // A server whose clock seems late makes the widget sign a call that is valid for little more than a minute.
    const late = Math.floor(Date.now() / 1_000) - HOLD_SECONDS + 25
    const honest = await tamperWith(shop, 'GET /config', [['serverTimeSeconds', late]])
    await shop.reload()
    await shop.getByRole('button', { name: 'Send coins' }).click()
    await holdOnAll(screens, '4.617')
    await honest()
    await expect(heading(shop, 'Expired')).toBeVisible({ timeout: 40_000 })
    await expect(statusOf(app, 'Expired')).toBeVisible()
    await expect(timelineOf(console).last()).toContainText('Expired')
  })
  await test.step('failed on the chain: the coins went elsewhere while it was held', async () => {
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
    await expect(statusOf(app, 'Confirmed')).toBeVisible()
    await toInbox(app)
    await app.getByRole('link', { name: /Send 24\.617 DEMO/ }).click()
    await approve(app, second)
    await expect(statusOf(app, 'Failed')).toBeVisible()
    await expect(heading(shop, 'The transfer failed')).toBeVisible()
    await expect(timelineOf(console).last()).toContainText('Failed')
  })
})

test('behavior: a server that is killed and started in the middle, and a console without a network, lose and double nothing', async ({
  stack,
  visit,
  admin: { page, context },
  complaints,
}) => {
  test.setTimeout(240_000)
  const screens = await openScreens({ stack, visit: () => visit(), console: page }, 'Phoenix')
  const { shop, app, console } = screens
  const before = await balanceOf(stack, FRIEND)
  const number = await holdOnAll(screens, '5.617')
  await stack.kill()
  await expect(console.getByText('Reconnecting', { exact: true })).toBeVisible()
  await stack.start()
  await expect(widgetOf(shop).getByRole('heading', { name: `Pick ${number}` })).toBeVisible()
  await context.setOffline(true)
  await approve(app, number)
  await expect(statusOf(app, 'Confirmed')).toBeVisible()
  await expect(heading(shop, 'Confirmed')).toBeVisible()
  await context.setOffline(false)
  await expect(timelineOf(console).last()).toContainText('Confirmed in block', { timeout: 30_000 })
  await expect(timelineOf(console).filter({ hasText: 'Sent to the chain' })).toHaveCount(1)
  await expect(console.getByText('Live', { exact: true })).toBeVisible()
  expect((await balanceOf(stack, FRIEND)) - before).toBe(5_617_000n)
  forgive(complaints, GONE)
})
