import type { Page } from '@playwright/test'
import { stranger } from '#e2e/fixtures/chain.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { enterShop } from '#e2e/fixtures/shop.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { createWallet, locateFact, locateWidget, reviewTransfer } from '#e2e/fixtures/widget-steps.ts'

/** A green PNG of 2 by 2 pixels. */
const GREEN =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR4nGNQaHD4D8IMMAYAPrQHfSTj1C4AAAAASUVORK5CYII='
const ACCENT = 'rgb(32, 128, 64)'

async function setLogo(stack: Stack, logo: string | null): Promise<void> {
  const { status } = await callService(stack, 'PUT', '/org/organization', { body: { logo } })
  expect(status).toBe(200)
}

// Tests of other files may have set a logo.
test.beforeEach(({ stack }) => setLogo(stack, null))
test.afterEach(({ stack }) => setLogo(stack, null))

/** Removes the accent from the shop's style sheet. */
function removeAccent(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSStyleRule) rule.style.removeProperty('--latchkey-accent')
  })
}

test('behavior: the first screens have the organization’s logo, name and color, and the confirmation has none', async ({
  stack,
  visit,
  picture,
}) => {
  await setLogo(stack, GREEN)
  const { page } = await visit()
  const widget = locateWidget(page)
  const brand = widget.locator('[part=brand]')
  const customer = { name: 'Bo Brand', email: uniqueEmail('brand') }
  await enterShop(page, stack, customer)
  await page.getByRole('button', { name: 'Create my wallet' }).click()

  await test.step('the shop’s own accent wins over the logo’s color', async () => {
    const send = widget.getByRole('button', { name: 'Send code' })
    await expect(brand).toHaveText('Demo')
    await expect(brand.locator('canvas')).toHaveJSProperty('width', 2)
    await expect(brand.locator('canvas')).toHaveCSS('width', '40px')
    await expect(send).not.toHaveCSS('background-color', ACCENT)
    await removeAccent(page)
    await expect(send).toHaveCSS('background-color', ACCENT)
    await show(page, picture, 'brand-person')
  })

  await test.step('the ready screen names the next step', async () => {
    const address = await createWallet(page, stack, customer.email)
    await expect(widget).toContainText('Check your mail to protect this wallet')
    await expect(brand).toBeHidden()
    await show(page, picture, 'brand-created')
    await drip(stack, address, '5000000')
  })

  await test.step('a confirmation leads with the amount and has no name of the organization', async () => {
    await page.getByRole('button', { name: 'Send coins' }).click()
    await expect(brand).toBeVisible()
    await show(page, picture, 'brand-transfer')
    await reviewTransfer(page, stranger(), '1')
    await expect(brand).toBeHidden()
    await expect(locateFact(page, 'Fee')).toHaveText(/^None · valid for \d+ minutes$/)
    await show(page, picture, 'brand-confirm')
  })
})

test('error: without a logo, the first screen has the name alone, in the default color', async ({
  stack,
  visit,
}) => {
  const { page } = await visit()
  const brand = locateWidget(page).locator('[part=brand]')
  await enterShop(page, stack, { name: 'Bo Plain', email: uniqueEmail('plain') })
  await page.getByRole('button', { name: 'Create my wallet' }).click()
  await expect(brand).toHaveText('Demo')
  await expect(brand.locator('canvas')).toHaveCount(0)
})
