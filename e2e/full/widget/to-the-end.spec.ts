import type { Page } from '@playwright/test'
import { approve, enterCustomer, FRIEND, readNumber } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openFunded, openHost, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { failPrompts } from '#e2e/fixtures/prompt-faults.ts'
import { tamperWith } from '#e2e/fixtures/proxy.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { nameBackup, OPERATIONS } from '#e2e/fixtures/wallet-flow-steps.ts'
import { confirmTransfer, createWallet, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const LOOKS = /\/api\/widget\/transactions(\?|\/[0-9a-f-]{36})/
const heading = (page: Page, name: string) => locateWidget(page).getByRole('heading', { name, exact: true })

test('behavior: if the server stops responding, the widget says that the state is unknown, and checks again on request', async ({
  stack,
  admin,
  complaints,
}) => {
  const { page } = admin
  const widget = locateWidget(page)
  await page.clock.install()
  await openFunded(stack, admin, '5000000')
  await setAttributes(page, { flow: 'send' })
  await reviewTransfer(page, FRIEND, '0.5')
  await page.route(LOOKS, (route) => route.abort('connectionreset'))
  await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(widget.locator('.note')).toContainText('No usable response from the wallet service')
  await page.clock.fastForward('05:10')
  await expect(heading(page, 'Status unknown')).toBeVisible()
  await expect(widget).toContainText('look again before you send anything else')
  await expect(widget.locator('.note')).toBeHidden()
  expect((await heardBy(page)).at(-1)).toMatchObject(['error', { code: 'NETWORK_FAILED' }])
  expect(await inspect(page)).toEqual([])

  await test.step('without success', async () => {
    await widget.getByRole('button', { name: 'Try again' }).click()
    await expect(widget.locator('.note')).toContainText('No usable response from the wallet service')
  })
  await page.unroute(LOOKS)
  await expect(heading(page, 'Confirmed')).toBeVisible()
  forgive(complaints, /ERR_|Failed to fetch/)
})

test('behavior: only one of several elements on a page opens a prompt at a time, and neither loses its payment', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const [one, other] = [locateWidget(page).nth(0), locateWidget(page).nth(1)]
  await failPrompts(page)
  const { wallet, tokens } = await openFunded(stack, admin, '5000000')
  const payment = { flow: 'send', 'token-address': tokens.erc20, to: FRIEND }
  await setAttributes(page, { ...payment, amount: '0.25' })
  await page.evaluate(() => {
    const first = Reflect.get(window, 'wallet')
    const second = first.cloneNode()
    Object.assign(second, { token: first.token })
    second.setAttribute('amount', '0.75')
    first.after(second)
  })
  await expect(other).toContainText('0.75 DEMO')
  await page.evaluate(() => void (window.promptFault = { hangs: 'until aborted' }))
  await one.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect.poll(() => page.evaluate(() => window.promptFault)).toBeUndefined()
  await other.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(one.getByRole('alert')).toContainText('Another passkey prompt is open')
  expect(await inspect(page)).toEqual([])
  await expect(other.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await one.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(one.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  expect(await readBalance(stack, wallet.address)).toBe(4_000_000n)
})

test('behavior: a new wallet is offered a backup address, which can be set later or at once', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const widget = locateWidget(page)
  const backup = await newWallet(stack, admin, { label: 'Backup' })
  const offer = widget.getByRole('button', { name: 'Add a backup address' })
  await openHost(stack, admin, { operations: OPERATIONS })
  await setAttributes(page, { flow: 'create' })
  await createWallet(page, stack, uniqueEmail('offered'))

  await test.step('later', async () => {
    await offer.click()
    await expect(widget.getByLabel('New backup address')).toBeVisible()
    expect(await inspect(page)).toEqual([])
    await widget.getByRole('button', { name: 'Later' }).click()
    await expect(heading(page, 'Your wallet is ready')).toBeVisible()
  })
  await test.step('now', async () => {
    await offer.click()
    await nameBackup(page, backup.address)
  })
})

test('behavior: several calls under one signature are held, approved in the app, and followed to their outcome', async ({
  stack,
  visit,
}) => {
  const { shop, app } = await enterCustomer(stack, () => visit(), 'Wanda')
  const before = await readBalance(stack, FRIEND)
  const { tokens } = await stack.sandbox()
  await shop.getByRole('button', { name: 'Send coins' }).click()
  await expect(heading(shop, 'Send tokens')).toBeVisible()
  await shop.evaluate(
    ([token, to]) => {
      const pay = (amount: string) => ({ kind: 'erc20-transfer', token, to, amount })
      Object.assign(document.querySelector('latchkey-wallet') ?? {}, {
        call: { kind: 'batch', calls: [pay('1100000'), pay('2200000')] },
      })
    },
    [tokens.erc20, FRIEND] as const,
  )
  await expect(locateWidget(shop)).toContainText('1.1 DEMO')
  await expect(locateWidget(shop)).toContainText('2.2 DEMO')
  await locateWidget(shop).getByRole('button', { name: 'Confirm with passkey' }).click()
  const number = await readNumber(shop)
  expect(await inspect(shop)).toEqual([])
  await app
    .getByRole('link', { name: /2 calls|1\.1 DEMO|several/i })
    .first()
    .click()
  await expect(app.getByText('2.2 DEMO').first()).toBeVisible()
  await approve(app, number)
  await expect(heading(shop, 'Confirmed')).toBeVisible()
  expect((await readBalance(stack, FRIEND)) - before).toBe(3_300_000n)
})

test('behavior: the chain id of the page stops a server with another chain, before any prompt', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { chainId } = await stack.sandbox()
  const stop = await tamperWith(page, 'GET /config', [['chainId', 1]])
  await openFunded(stack, admin, '5000000')
  await setAttributes(page, { flow: 'send', 'chain-id': String(chainId) })
  await expect(locateWidget(page).getByRole('alert')).toContainText(
    'The wallet service sent an unexpected response',
  )
  expect((await heardBy(page)).at(-1)).toMatchObject(['error', { code: 'UNEXPECTED_ANSWER' }])
  stop()
  await locateWidget(page).getByRole('button', { name: 'Start again' }).click()
  await reviewTransfer(page, FRIEND, '0.5')
  await confirmTransfer(page)
})
