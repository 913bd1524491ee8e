import { AxeBuilder } from '@axe-core/playwright'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { createShopWallet, enterShop } from '#e2e/fixtures/shop.ts'
import { confirmTransfer, readHash, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x00000000000000000000000000000000000f0017'

test('behavior: in React, with the npm package, a customer creates a wallet, pays and sends under the strict policy', async ({
  stack,
  visit,
  picture,
}) => {
  const { page } = await visit()
  const answer = await page.request.get(`${stack.demoUrl.replace('shop.localhost', '127.0.0.1')}/react`)
  expect(answer.headers()['content-security-policy']).toContain("trusted-types 'none'")
  const customer = { name: 'Customer of React', email: uniqueEmail('react') }
  await enterShop(page, stack, customer, `/react`)
  await picture(page, 'shop-react')
  const address = await createShopWallet(page, stack, customer.email)
  await page.getByRole('button', { name: 'Get 25 demo coins' }).click()
  await expect.poll(() => readBalance(stack, address)).toBe(25_000_000n)

  await page.getByRole('button', { name: '4.20 DEMO' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await confirmTransfer(page)
  await readHash(page)
  await expect(page.getByText('20.80 DEMO')).toBeVisible()

  await page.getByRole('button', { name: 'Send coins' }).click()
  await reviewTransfer(page, FRIEND, '1.5')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await picture(page, 'shop-react-confirm')
  await confirmTransfer(page)
  await expect(page.getByText('19.30 DEMO')).toBeVisible()
  expect(await readBalance(stack, address)).toBe(19_300_000n)

  await page.getByRole('button', { name: 'Send coins' }).click()
  await locateWidget(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(locateWidget(page)).toBeHidden()
})
