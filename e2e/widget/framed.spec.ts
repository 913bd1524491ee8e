import type { Page } from '@playwright/test'
import { attachAuthenticator } from '#e2e/fixtures/authenticator.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { confirmFramedEmail, cover, frameOf, openWindow, press } from '#e2e/fixtures/framed-steps.ts'
import { startFramedShop, type FramedShop } from '#e2e/fixtures/framed-shop.ts'
import { codeFor, drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const FRIEND = '0x00000000000000000000000000000000000f0099'
const shops: FramedShop[] = []

test.afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.close()))
})

async function open(...given: Parameters<typeof startFramedShop>): Promise<FramedShop> {
  const shop = await startFramedShop(...given)
  shops.push(shop)
  return shop
}

const heard = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard'))

test('behavior: in a frame of the shop’s subdomain a wallet is made and coins are sent, by a passkey of the shop, and the page hears it', async ({
  stack,
  admin,
  visit,
  picture,
}) => {
  const email = uniqueEmail('framed')
  const shop = await open(stack, admin, { customer: email, email })
  const { page, authenticator } = await visit()
  const frame = frameOf(page)
  await page.goto(shop.url)
  await confirmFramedEmail(frame, stack, email)
  await expect(frame.getByRole('button', { name: 'Create passkey' })).toBeEnabled()
  await picture(page, 'framed-passkey')
  await press(frame, 'Create passkey', 'Your wallet is ready')
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'shop.localhost' }])
  const events = await heard(page)
  const created = events.find(([name]: [string]) => name === 'created')
  expect(created).toMatchObject(['created', { address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) }])
  const { address } = created[1]

  await test.step('the page asks for a transfer, and the service takes the signature of the frame', async () => {
    await drip(stack, address, '50000000')
    const { tokens } = await stack.sandbox()
    await page.evaluate(
      ({ token, to }) => {
        const host = document.querySelector('latchkey-frame')
        for (const [name, value] of Object.entries({
          'token-address': token,
          to,
          amount: '1.25',
          flow: 'send',
        }))
          host?.setAttribute(name, value)
      },
      { token: tokens.erc20, to: FRIEND },
    )
    await expect(frame.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await expect(frame.locator('.amount')).toContainText('1.25 DEMO')
    const confirm = frame.getByRole('button', { name: 'Confirm with passkey' })
    await expect(confirm).toBeEnabled()
    expect(await inspect(page)).toEqual([])
    await picture(page, 'framed-confirm')
    await press(frame, 'Confirm with passkey', 'Confirmed')
    await expect
      .poll(async () => (await heard(page)).map(([name]: [string]) => name))
      .toEqual(expect.arrayContaining(['before-sign', 'executed', 'confirmed']))
  })

  await test.step('the frame is as high as its card: nothing is cut off and nothing scrolls', async () => {
    await expect
      .poll(() => frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight))
      .toBeLessThanOrEqual(0)
  })
})

test('error: a button that something covers opens no prompt; it says so, and works again when it is free', async ({
  stack,
  admin,
  visit,
}) => {
  const email = uniqueEmail('covered')
  const shop = await open(stack, admin, { customer: email, email })
  const { page, authenticator } = await visit()
  const frame = frameOf(page)
  await page.goto(shop.url)
  await confirmFramedEmail(frame, stack, email)
  const button = frame.getByRole('button', { name: 'Create passkey' })
  await expect(button).toBeEnabled()
  await page.evaluate(cover)
  await expect(frame.getByRole('alert')).toContainText('Something covers this wallet')
  await expect(button).toBeDisabled()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('heading', { name: 'Make your passkey' })).toBeVisible()
  expect(await authenticator.credentials()).toEqual([])
  await page.evaluate(() => document.querySelector('#veil')?.remove())
  await expect(button).toBeEnabled()
  await expect(frame.getByRole('alert')).toBeHidden()
  await press(frame, 'Create passkey', 'Your wallet is ready')
})

test('behavior: a covered frame offers a window, where the whole flow goes on, and the page hears of it', async ({
  stack,
  admin,
  visit,
}) => {
  const email = uniqueEmail('elsewhere')
  const shop = await open(stack, admin, { customer: email, email })
  const { page, context } = await visit()
  const frame = frameOf(page)
  await page.goto(shop.url)
  await confirmFramedEmail(frame, stack, email)
  await page.evaluate(cover)
  await expect(frame.getByRole('alert')).toContainText('Something covers this wallet')
  const window = await openWindow(context, frame, 'Open in a window')
  await expect(frame.getByText('Go on in the window')).toBeVisible()
  await attachAuthenticator(window)
  const widget = window.locator('latchkey-wallet')
  await expect(widget.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
  const before = await codeFor(stack, email)
  await widget.getByRole('button', { name: 'Send code' }).click()
  await widget.getByLabel('Code from the email').fill(await codeFor(stack, email, before))
  await widget.getByRole('button', { name: 'Continue' }).click()
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  await expect.poll(async () => (await heard(page)).map(([name]: [string]) => name)).toContain('created')
  await window.close()
  await expect(frame.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
})

test('behavior: a frame that may make no passkeys opens a window for it, and goes on with what was made there', async ({
  stack,
  admin,
  visit,
  complaints,
}) => {
  const email = uniqueEmail('window')
  const shop = await open(stack, admin, { customer: email, email })
  const { page, context, authenticator } = await visit()
  const frame = frameOf(page)
  await page.goto(`${shop.url}/?bare`)
  await confirmFramedEmail(frame, stack, email)
  const window = await openWindow(context, frame, 'Create passkey')
  const device = await attachAuthenticator(window)
  await expect(window.getByRole('heading', { name: 'Create the passkey here' })).toBeVisible()
  const made = window.waitForEvent('close')
  await window.getByRole('button', { name: 'Create passkey' }).click()
  await made
  await expect(frame.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  expect(await authenticator.credentials()).toEqual([])
  expect(device).toBeDefined()
  forgive(complaints, /Permissions policy violation|publickey-credentials/)
})

test('error: a page that is not named may not embed the wallet, however much its origin looks like one that is', async ({
  stack,
  admin,
  visit,
}) => {
  const email = uniqueEmail('stranger')
  const shop = await open(stack, admin, {
    customer: email,
    email,
    parentOrigins: 'http://shop.localhost:1 https://shop.localhost http://evil-shop.localhost:1',
  })
  const { page } = await visit()
  await page.goto(shop.url)
  await expect(frameOf(page).getByRole('alert')).toContainText(
    'This page has not set up the wallet correctly',
  )
  await expect(frameOf(page).getByRole('button', { name: 'Send code' })).toBeHidden()
})
