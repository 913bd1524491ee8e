import type { Page } from '@playwright/test'
import { attachAuthenticator } from '#e2e/fixtures/authenticator.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test as base } from '#e2e/fixtures/product-world.ts'
import { startRelatedShops, WALLET_DOMAIN, type RelatedShops } from '#e2e/fixtures/related-shop.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { confirmTransfer, createWallet, locateWidget, reviewTransfer } from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x00000000000000000000000000000000000f0044'

type Fixtures = {
  email: string
  shops: RelatedShops
  /** A page of a browser that reaches the wallet domain on https, with a passkey device. */
  shopPage: Page
}

const test = base.extend<Fixtures>({
  email: async ({}, provide) => provide(uniqueEmail('related')),
  shops: async ({ stack, admin, email }, provide) => {
    const shops = await startRelatedShops(stack, admin, { customer: email, email })
    await provide(shops)
    await shops.relate([])
    await shops.close()
  },
  shopPage: async ({ playwright, launchOptions, shops }, provide) => {
    const args = [...(launchOptions.args ?? []), ...shops.browserArgs]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage()
    await attachAuthenticator(page)
    await provide(page)
    await browser.close()
  },
})

async function createFundedWallet(page: Page, stack: Stack, email: string): Promise<string> {
  const address = await createWallet(page, stack, email)
  await drip(stack, address, '25000000')
  return address
}

async function send(page: Page): Promise<void> {
  await reviewTransfer(page, FRIEND, '1')
  await confirmTransfer(page)
}

/** The events that the widget has dispatched on this page. */
const heard = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard'))

test('behavior: a wallet of one domain signs in and sends on a page of a related origin', async ({
  stack,
  email,
  shops,
  shopPage: page,
}) => {
  const { wallet, related } = shops.origins
  await shops.relate([related])
  await page.goto(`${wallet}/?flow=create`)
  const address = await createFundedWallet(page, stack, email)

  await page.goto(`${related}/?flow=login`)
  const widget = locateWidget(page)
  await expect(widget.getByText(WALLET_DOMAIN)).toBeVisible()
  await widget.getByRole('button', { name: 'Use my passkey' }).click()
  await expect.poll(() => heard(page)).toEqual([['logged-in', expect.objectContaining({ address })]])

  await page.goto(`${related}/?flow=send`)
  await send(page)
})

test('behavior: a new wallet on a related page has the wallet domain’s address, and works there', async ({
  stack,
  email,
  shops,
  shopPage: page,
}) => {
  const { wallet, related } = shops.origins
  await shops.relate([related])
  await page.goto(`${related}/?flow=create`)
  await createFundedWallet(page, stack, email)
  await page.goto(`${wallet}/?flow=send`)
  await send(page)
})

test('error: the browser refuses a page that the file does not list, and the widget names the file', async ({
  stack,
  email,
  shops,
  shopPage: page,
}) => {
  const { wallet, related, unlisted } = shops.origins
  await shops.relate([related])
  await page.goto(`${wallet}/?flow=create`)
  await createWallet(page, stack, email)
  await page.goto(`${unlisted}/?flow=login`)
  await locateWidget(page).getByRole('button', { name: 'Use my passkey' }).click()
  const detail = `${unlisted} has to be a related origin: add it to https://${WALLET_DOMAIN}/.well-known/webauthn`
  const event = ['error', expect.objectContaining({ code: 'RP_ID_MISMATCH', detail })]
  await expect.poll(() => heard(page)).toEqual([event])
  await expect(locateWidget(page).getByRole('alert')).toContainText('another web address')
})

test('error: the service refuses a signature of a page that it does not list, even if the browser allowed it', async ({
  stack,
  email,
  shops,
  shopPage: page,
}) => {
  const { wallet, related } = shops.origins
  await shops.relate([related])
  await shops.keepFile()
  await page.goto(`${wallet}/?flow=create`)
  await createFundedWallet(page, stack, email)
  await shops.relate([])
  await page.goto(`${related}/?flow=send`)
  await reviewTransfer(page, FRIEND, '1')
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect
    .poll(() => heard(page))
    .toEqual([['error', expect.objectContaining({ code: 'INVALID_SIGNATURE' })]])
})
