import { framedTest as test } from '#e2e/fixtures/framed-shop.ts'
import { locateFrame } from '#e2e/fixtures/framed-steps.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect } from '#e2e/fixtures/product-world.ts'

test('error: an unlisted page may not embed the wallet, even if its origin resembles a listed one', async ({
  openFramedShop,
  visit,
}) => {
  const email = uniqueEmail('stranger')
  const shop = await openFramedShop({
    customer: email,
    email,
    parentOrigins: 'http://shop.localhost:1 https://shop.localhost http://evil-shop.localhost:1',
  })
  const { page } = await visit()
  await page.goto(shop.url)
  await expect(locateFrame(page).getByRole('alert')).toContainText('The wallet is misconfigured on this site')
  await expect(locateFrame(page).getByRole('button', { name: 'Send code' })).toBeHidden()
})
