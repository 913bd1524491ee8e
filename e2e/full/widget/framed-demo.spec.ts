import { AxeBuilder } from '@axe-core/playwright'
import { balanceOf } from '#e2e/fixtures/chain.ts'
import { confirmFramedEmail, frameOf, press } from '#e2e/fixtures/framed-steps.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { enterShop } from '#e2e/fixtures/shop.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

test('behavior: in the demo shop’s framed form a customer makes a wallet and pays, by a passkey of the subdomain alone', async ({
  stack,
  visit,
}) => {
  test.slow()
  const { page, authenticator } = await visit()
  const customer = { name: 'Framed customer', email: uniqueEmail('framed-demo') }
  const frame = frameOf(page)
  await enterShop(page, stack, customer, '/framed')
  await page.getByRole('button', { name: 'Create my wallet' }).click()
  await confirmFramedEmail(frame, stack, customer.email)
  await press(frame, 'Create passkey', 'Your wallet is ready')
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'wallet.shop.localhost' }])

  await expect(page.getByRole('heading', { name: 'Your wallet', exact: true })).toBeVisible()
  const address = await page.locator('#address').innerText()
  await page.getByRole('button', { name: 'Get 25 demo coins' }).click()
  await expect.poll(() => balanceOf(stack, address)).toBe(25_000_000n)

  await page.getByRole('button', { name: '4.20 DEMO' }).click()
  await expect(frame.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expect(frame.locator('.amount')).toContainText('4.2 DEMO')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await press(frame, 'Confirm with passkey', 'Confirmed')
  await expect(page.getByText('20.80 DEMO')).toBeVisible()
  expect(await balanceOf(stack, address)).toBe(20_800_000n)
})

test('behavior: the shop’s own page cannot use the passkey of its frame', async ({ stack, visit }) => {
  const { page } = await visit()
  await page.goto(`${stack.demoUrl}/framed`)
  const refused = await page.evaluate(() =>
    navigator.credentials
      .get({ publicKey: { challenge: new Uint8Array(32), rpId: 'wallet.shop.localhost' } })
      .then(
        () => 'signed',
        (cause: unknown) => (cause instanceof DOMException ? cause.name : String(cause)),
      ),
  )
  expect(refused).toBe('SecurityError')
})
