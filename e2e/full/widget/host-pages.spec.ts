import type { Page } from '@playwright/test'
import { framedTest as test } from '#e2e/fixtures/framed-shop.ts'
import { locateFrame, press } from '#e2e/fixtures/framed-steps.ts'
import { dressAs, HOST_PAGES, type HostPage, type Surface } from '#e2e/fixtures/host-pages.ts'
import { enterCode } from '#e2e/fixtures/inbox.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { openHost, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect } from '#e2e/fixtures/product-world.ts'
import { discover, openProviderPage, request } from '#e2e/fixtures/provider-page.ts'
import { createWallet, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const has = ({ surfaces }: HostPage, surface: Surface) => surfaces?.includes(surface) ?? true
const on = (surface: Surface) => HOST_PAGES.filter((host) => has(host, surface))

for (const host of on('widget')) {
  test(`behavior: the widget creates a wallet on a page with ${host.name}`, async ({ stack, admin }) => {
    const { page } = admin
    await admin.authenticator.clear()
    await openHost(stack, admin, { operations: ['create'], dress: dressAs(host), file: host.file })
    await setAttributes(page, { flow: 'create' })
    await expect(locateWidget(page).getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
    if (host.meanwhile !== undefined) await page.evaluate(host.meanwhile)
    if (host.file === 'script') return sendCode(page)
    expect(await createWallet(page, stack, uniqueEmail('host'))).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })
}

for (const host of on('dialog')) {
  test(`behavior: the provider's dialog is centered and works by mouse on a page with ${host.name}`, async ({
    stack,
    admin,
  }) => {
    const { page } = admin
    await admin.authenticator.clear()
    const { address } = await newWallet(stack, admin)
    await openProviderPage(stack, admin, address, dressAs(host))
    await discover(page)
    const dialog = page.getByRole('dialog', { name: 'Latchkey' })
    const accounts = request(page, 'eth_requestAccounts')
    await expect(locateWidget(page).getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
    const { x = 0, width = 0 } = (await dialog.boundingBox()) ?? {}
    expect(Math.abs(x + width / 2 - 720)).toBeLessThan(12)
    expect(width).toBe(480)
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await accounts).toMatchObject({ code: 4001 })
    const again = request(page, 'eth_requestAccounts')
    await expect(locateWidget(page).getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
    if (host.meanwhile !== undefined) await page.evaluate(host.meanwhile)
    await locateWidget(page).getByRole('button', { name: 'Use my passkey' }).click()
    expect(await again).toEqual([address])
  })
}

for (const host of on('frame')) {
  test(`behavior: the frame accepts a code on a page with ${host.name}`, async ({
    stack,
    openFramedShop,
    visit,
  }) => {
    const email = uniqueEmail('host')
    const embedder = host.headers?.['cross-origin-embedder-policy']
    const frameHeaders = embedder && {
      'cross-origin-embedder-policy': embedder,
      'cross-origin-resource-policy': 'cross-origin',
    }
    const shop = await openFramedShop({
      customer: email,
      email,
      dress: dressAs(host),
      ...(frameHeaders && { frameHeaders }),
    })
    const { page } = await visit()
    const frame = locateFrame(page)
    await page.goto(shop.url)
    await expect(frame.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
    if (host.meanwhile !== undefined) await page.evaluate(host.meanwhile)
    await press(frame, 'Send code', 'Enter the code')
    await enterCode(frame.getByLabel('Code from the email'), stack, email)
    await press(frame, 'Continue', 'Create your passkey')
  })
}

test('behavior: the widget inherits no style of the page', async ({ stack, admin }) => {
  const { page } = admin
  const looks: Record<string, string>[] = []
  for (const host of HOST_PAGES.filter(({ name }) =>
    ['quirks mode', 'text styles on the body'].includes(name),
  )) {
    await openHost(stack, admin, { operations: ['create'], dress: dressAs(host) })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await setAttributes(page, { flow: 'create' })
    await expect(locateWidget(page).getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
    looks.push(await page.evaluate(readStyles))
  }
  expect(Object.keys(looks[0] ?? {}).length).toBeGreaterThan(1_000)
  expect(looks[1]).toEqual(looks[0])
})

/** Requests the code. Finds everything by selectors, because Playwright finds no labels in XML documents. */
async function sendCode(page: Page): Promise<void> {
  await locateWidget(page).locator('input[type=email]').fill(uniqueEmail('host'))
  await locateWidget(page).locator('button[type=submit]').click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Enter the code' })).toBeVisible()
}

/**
 * Runs in the page: every computed style of every element on the card. Slots around it have the page's own
 * content.
 */
function readStyles(): Record<string, string> {
  const found: Record<string, string> = {}
  const elements =
    document.querySelector('latchkey-wallet')?.shadowRoot?.querySelectorAll('[part=card] *') ?? []
  for (const [index, element] of [...elements].entries()) {
    const style = getComputedStyle(element)
    for (const name of style) found[`${index} ${element.tagName} ${name}`] = style.getPropertyValue(name)
  }
  return found
}
