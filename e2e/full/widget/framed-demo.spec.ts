import { expect, test } from '#e2e/fixtures/product-world.ts'

test('behavior: the shop’s own page cannot use its frame’s passkey', async ({ stack, visit }) => {
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
