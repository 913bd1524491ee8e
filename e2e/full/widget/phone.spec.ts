import type { Locator } from '@playwright/test'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { newCustomer } from '#e2e/fixtures/shop.ts'
import { confirmTransfer, locateFact, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const TILL = '0x7a11000000000000000000000000000000c0ffee'

test('behavior: on a phone a usual payment is confirmed without scrolling, with the full recipient; an unusual one shows everything', async ({
  stack,
  visit,
}) => {
  const { page } = await visit({ viewport: { width: 390, height: 844 } })
  const { address } = await newCustomer(page, stack, 'Mira Vogel')
  await page.getByRole('button', { name: 'Get 25 demo coins' }).click()
  await expect(page.getByText('25.00 DEMO')).toBeVisible()
  const pay = async (price: string) => {
    await page.getByRole('button', { name: price }).click()
    await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  }
  await pay('8.50 DEMO')
  const recipient = locateFact(page, 'To').first()
  const whole = async (fact: Locator) => (await fact.innerText()).replaceAll(/\s/g, '').toLowerCase()
  expect(await whole(recipient)).toContain(TILL)
  expect(await whole(locateFact(page, 'From').first())).toContain(address.toLowerCase())
  await confirmTransfer(page)
  await pay('4.20 DEMO')
  for (const shown of [
    locateWidget(page).getByRole('heading', { name: 'Check and confirm' }),
    recipient,
    locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 })
  expect(await whole(recipient)).toContain(TILL)
  const ends = `${address.slice(0, 6)}${address.slice(-4)}`.toLowerCase()
  expect(await whole(locateFact(page, 'From').first())).toContain(ends)
  await confirmTransfer(page)
})
