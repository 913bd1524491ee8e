import type { Page } from '@playwright/test'
import { stranger, tokenState } from '#e2e/fixtures/chain.ts'
import { heardBy, openFunded, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { confirmTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

/** Response time of the page's backend, in milliseconds. */
const CHECK_MS = 3_000
const STOPPED = 'This page stopped the signature. Nothing was sent.'

/** The page asks its backend whether the order may be paid, and cancels the prompt if not. */
async function checkOrders(page: Page, how: 'waitUntil' | 'await'): Promise<void> {
  await page.evaluate((style) => {
    Reflect.get(window, 'wallet').addEventListener('latchkey-before-sign', async (event: Event) => {
      const check = fetch('/orders/check').then(async (response) => {
        const { mayPay } = await response.json()
        if (!mayPay) event.preventDefault()
      })
      if (style === 'waitUntil') Reflect.get(event, 'waitUntil').call(event, check)
      await check
    })
  }, how)
}

/** The backend responds to each check after some seconds. */
async function respondWith(page: Page, answers: boolean[]): Promise<void> {
  await page.route('**/orders/check', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    await route.fulfill({ json: { mayPay: answers.shift() } })
  })
}

const confirm = (page: Page) =>
  locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()

test('behavior: a page’s check that takes seconds cancels the payment, and allows the next one', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { tokens } = await openFunded(stack, admin)
  const { coins } = await tokenState(stack)
  const to = stranger()
  await respondWith(page, [false, true])
  await checkOrders(page, 'waitUntil')
  await setCall(page, { kind: 'erc20-transfer', token: tokens.erc20, to, amount: '1000000' })
  await confirm(page)
  await expect(locateWidget(page)).toContainText(STOPPED)
  expect(await coins(to)).toBe(0n)
  await confirmTransfer(page)
  expect(await coins(to)).toBe(1_000_000n)
  expect((await heardBy(page)).map(([name]) => name)).toEqual([
    'before-sign',
    'error',
    'before-sign',
    'executed',
    'confirmed',
  ])
})

test('error: a page that prevents the event after an await is warned on the console that it was too late', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { tokens } = await openFunded(stack, admin)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await respondWith(page, [false])
  await checkOrders(page, 'await')
  await setCall(page, { kind: 'erc20-transfer', token: tokens.erc20, to: stranger(), amount: '1000000' })
  await confirmTransfer(page)
  const tooLate = /preventDefault\(\) of latchkey-before-sign came too late/
  await expect.poll(() => said.filter((text) => tooLate.test(text))).toHaveLength(1)
})
